import type { JSX } from 'preact';
import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { selectFinding } from '../../commands/finding-actions.ts';
import { concerns, itemOfTriangle } from '../../state/health/findings.ts';
import { noFindings } from '../../state/health/health-query.ts';
import type { Store } from '../../state/store/store.ts';
import { Icon } from '../../widgets/icon.tsx';

interface TriangleFindingsProps {
  readonly store: Store;
  readonly document: DocumentId;
  readonly mesh: TriangleMesh;
  readonly triangle: number;
}

/** Links from a triangle to its findings. */
export function TriangleFindings({ store, document, mesh, triangle }: TriangleFindingsProps): JSX.Element | null {
  const found = (store.findings.value.get(document) ?? noFindings).list.filter((finding) => concerns(finding, triangle));
  if (found.length === 0) return null;
  return (
    <div class="triangle-findings" data-testid="triangle-findings">
      <span class="label">Findings</span>
      {found.map((finding) => (
        <button
          key={finding.name}
          type="button"
          class="button small"
          data-code={finding.code}
          onClick={() =>
            selectFinding(
              store,
              document,
              finding.name,
              finding.elements === null ? null : itemOfTriangle(mesh, finding.elements, triangle),
            )
          }
        >
          <span class={`severity ${finding.severity}`}>
            <Icon name={finding.severity} small />
          </span>
          {finding.title}
        </button>
      ))}
    </div>
  );
}
