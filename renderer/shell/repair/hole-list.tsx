import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import type { DocumentId } from '#host-api';
import { holesOf } from '../../state/repair/holes-of.ts';
import { formatMany, formatNumber } from '../../text/format-number.ts';
import { type ShownUnit, shownLength, withLengthSign } from '../../text/shown-unit.ts';

interface HoleListProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly units: ShownUnit;
  /** Numbers of the chosen holes, ascending; `null` for all within the limits. */
  readonly chosen: readonly number[] | null;
  readonly onChange: (chosen: readonly number[] | null) => void;
}

/** More rows would take long to lay out. */
const maxHoles = 300;

/** The holes of the mesh with a checkbox each. All of them are chosen at first, as far as the limits allow. */
export function HoleList({ app, document, units, chosen, onChange }: HoleListProps): JSX.Element | null {
  const holes = holesOf(app.store, document);
  if (holes === null) {
    const status = app.store.health.value.get(document)?.status.kind;
    const isRunning = status === 'running' || status === 'waiting';
    return (
      <div class="repair-option">
        <span class="secondary">Holes</span>
        <button
          type="button"
          class="button small"
          data-testid="holes-check"
          disabled={isRunning}
          onClick={() => app.health.check([document])}
        >
          {isRunning ? 'Checking…' : 'Check to choose holes'}
        </button>
      </div>
    );
  }
  if (holes.length === 0) return <div class="secondary">The check found no holes.</div>;
  const text = (length: number): string => withLengthSign(formatNumber(shownLength(units, length)), units);
  const all = holes.map(({ number }) => number);
  const isChosen = new Set(chosen ?? all);
  const toggle = (number: number, isWanted: boolean): void => {
    const next = all.filter((other) => (other === number ? isWanted : isChosen.has(other)));
    onChange(next.length === all.length ? null : next);
  };
  return (
    <div class="hole-list" role="group" aria-label="Holes" data-testid="hole-list">
      <div class="hole-head secondary">
        {chosen === null ? 'All holes within the limits' : `${formatMany(chosen.length, 'hole')} of ${holes.length}, whatever the size`}
        <button type="button" class="button small" onClick={() => onChange(chosen === null ? [] : null)}>
          {chosen === null ? 'Choose none' : 'Choose all'}
        </button>
      </div>
      {holes.slice(0, maxHoles).map(({ number, edges, length, diagonal }) => (
        <label key={number} title={`Diagonal ${text(diagonal)}`}>
          <input
            type="checkbox"
            data-hole={number}
            checked={isChosen.has(number)}
            onChange={(event) => toggle(number, event.currentTarget.checked)}
          />
          Hole {number}
          <span class="quiet">
            {formatMany(edges, 'edge')}, {text(length)} long
          </span>
        </label>
      ))}
      {holes.length > maxHoles && (
        <span class="quiet">{formatMany(holes.length - maxHoles, 'more hole')}: choose them in the Findings list.</span>
      )}
    </div>
  );
}
