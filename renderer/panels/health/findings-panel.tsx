import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { formatLocation, type SourceLocation } from '#core/error';
import type { HealthReport } from '#core/health';
import { triangleCount } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { documentOf, select } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import type { FindingName, ShownFinding } from '../../state/health/findings.ts';
import { findingNamed, noFindings, unchecked, type DocumentFindings } from '../../state/health/health-query.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { CheckBar } from './check-bar.tsx';
import { ChecksLeftOut } from './checks-left-out.tsx';
import { EngineChoiceBar } from './engine-choice.tsx';
import { FindingItems } from './finding-items.tsx';
import { FindingKinds } from './finding-kinds.tsx';
import { repairFor } from '../../state/repair/repair-for.ts';
import { RepairButton } from './repair-button.tsx';
import { countText } from './finding-words.ts';

/** More would be too long to scroll. A copy has all. */
const maxPlacesShown = 200;

/** The findings of the active document by severity and type, and every location of the selected type. */
export function FindingsPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const document = store.activeDocument.value;
  const all = document === null ? noFindings : (store.findings.value.get(document.summary.id) ?? noFindings);
  const chosen = useChosenFinding(store, document?.summary.id ?? null, all);
  if (document === null)
    return (
      <div class="list-panel">
        <p class="empty-note">Open a mesh to see its findings.</p>
      </div>
    );
  const { outcome } = store.health.value.get(document.summary.id) ?? unchecked;
  return (
    <div class="list-panel findings-panel">
      <div class="finding-kinds">
        <CheckBar app={app} document={document} />
        {document.mesh !== null && (
          <EngineChoiceBar app={app} document={document}>
            {outcome !== null && <ChecksLeftOut app={app} options={outcome.options} />}
          </EngineChoiceBar>
        )}
        <FindingKinds app={app} document={document.summary.id} findings={all} chosen={chosen?.name ?? null} />
        {outcome !== null && <RollsWithoutRoom rolls={outcome.report.snagRolls} />}
      </div>
      <div class="finding-places">
        {chosen === null ? null : <Places app={app} document={document.summary.id} findings={all} finding={chosen} />}
        {chosen !== null && repairFor(chosen.code) !== null && (
          <div class="finding-repair">
            <RepairButton app={app} finding={chosen} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Says how much of the snag map is missing, also where it found nothing. */
function RollsWithoutRoom({ rolls }: { rolls: HealthReport['snagRolls'] }): JSX.Element | null {
  if (rolls === null || rolls.noRoom === 0) return null;
  return (
    <p class="quiet" data-testid="snag-no-room">
      No room for {formatCount(rolls.noRoom)} of {formatMany(rolls.rolls, 'roll')} of the snag map: a smaller radius tests more.
    </p>
  );
}

/** Returns the selected finding, else the last selected one, else the first. */
function useChosenFinding({ scene }: Store, document: DocumentId | null, all: DocumentFindings): ShownFinding | null {
  const last = useRef<FindingName | null>(null);
  const { selection } = scene.value;
  if (selection?.kind === 'finding' && selection.document === document) last.current = selection.name;
  return (last.current === null ? null : findingNamed(all, last.current)) ?? all.list[0] ?? null;
}

interface PlacesProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly findings: DocumentFindings;
  readonly finding: ShownFinding;
}

function Places({ app, document, findings, finding }: PlacesProps): JSX.Element {
  const { elements } = finding;
  if (elements !== null && elements.words.length > 0) {
    return (
      <FindingItems app={app} document={document} finding={finding} elements={elements} ignored={findings.ignored.get(finding.name)!} />
    );
  }
  const shown = finding.locations.slice(0, maxPlacesShown);
  const more = finding.count - shown.length;
  return (
    <div class="finding-text" tabIndex={0} role="region" aria-label={finding.title} data-testid="finding-text">
      <p>
        {countText(finding)}. {finding.message}.
      </p>
      {finding.detail !== null && <p class="secondary">{finding.detail}.</p>}
      <p class="secondary">{finding.fix}.</p>
      {shown.map((location, i) => (
        <PlaceLine key={i} app={app} document={document} location={location} />
      ))}
      {finding.locations.length > 0 && more > 0 && <p class="quiet">and {more} more</p>}
    </div>
  );
}

/** A location in the file. One that names a triangle selects it. */
function PlaceLine({ app: { store }, document, location }: { app: App; document: DocumentId; location: SourceLocation }): JSX.Element {
  const { index: triangle, element } = location;
  const mesh = documentOf(store, document)?.mesh?.mesh;
  if (element !== 'triangle' || triangle === undefined || mesh === undefined || triangle >= triangleCount(mesh))
    return <p class="mono">{formatLocation(location)}</p>;
  const show = (): void => select(store, { kind: 'triangle', document, triangle, node: null });
  return (
    <p>
      <button type="button" class="button mono" data-testid="place-triangle" title="Select triangle" onClick={show}>
        {formatLocation(location)}
      </button>
    </p>
  );
}
