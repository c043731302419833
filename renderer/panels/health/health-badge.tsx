import type { JSX } from 'preact';
import type { Severity } from '#core/finding';
import type { DocumentId } from '#host-api';
import { noFindings, unchecked } from '../../state/health/health-query.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount, formatMany, formatPercent } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { checksThatRan } from './checks-left-out.tsx';

/** In a document's row: the number of its error and warning types, in the colour of the worst, or a check mark when it was checked and has none. */
export function HealthBadge({ store, document }: { store: Store; document: DocumentId }): JSX.Element | null {
  const { status, outcome } = store.health.value.get(document) ?? unchecked;
  const { open } = store.findings.value.get(document) ?? noFindings;
  if (status.kind === 'running')
    return (
      <span class="health-badge" data-testid="health-badge">
        {formatPercent(status.fraction)} %
      </span>
    );
  const count = (severity: Severity): number => open.filter((finding) => finding.severity === severity).length;
  const [errors, warnings, infos] = [count('error'), count('warning'), count('info')];
  if (outcome === null && errors + warnings === 0) return null;
  const worst = errors > 0 ? 'error' : 'warning';
  const title =
    errors + warnings === 0
      ? `${outcome === null ? 'Checked' : `${checksThatRan(outcome.options)} ran`}: no errors, no warnings`
      : `${formatMany(errors, 'error type')}, ${formatMany(warnings, 'warning type')}, ${infos} info`;
  if (errors + warnings === 0) {
    return (
      <span class="health-badge good-text" role="img" aria-label={title} title={title} data-testid="health-badge">
        <Icon name="idle" small />
      </span>
    );
  }
  return (
    <span class={`health-badge severity ${worst}`} role="img" aria-label={title} title={title} data-testid="health-badge">
      <Icon name={worst} small />
      {formatCount(errors + warnings)}
    </span>
  );
}
