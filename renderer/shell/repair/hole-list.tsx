import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import type { RepairOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import { holesOf, holesWithin } from '../../state/repair/holes-of.ts';
import { formatMany, formatNumber } from '../../text/format-number.ts';
import { type ShownUnit, shownLength, withLengthSign } from '../../text/shown-unit.ts';

interface HoleListProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly units: ShownUnit;
  readonly limits: Pick<RepairOptions, 'maxHoleEdges' | 'maxHoleSize'>;
  /** Numbers of the chosen holes, ascending; `null` for all within the limits. */
  readonly chosen: readonly number[] | null;
  readonly onChange: (chosen: readonly number[] | null) => void;
}

/** More rows would take long to lay out. */
const maxHoles = 300;

/** The holes of the mesh with a checkbox each. At first those within the limits are checked; chosen ones are filled whatever their size. */
export function HoleList({ app, document, units, limits, chosen, onChange }: HoleListProps): JSX.Element | null {
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
  const isChosen = new Set(chosen ?? holesWithin(holes, limits));
  const toggle = (number: number, isWanted: boolean): void => {
    onChange(all.filter((other) => (other === number ? isWanted : isChosen.has(other))));
  };
  return (
    <div class="hole-list" role="group" aria-label="Holes" data-testid="hole-list">
      <div class="hole-head secondary">
        <span>
          {formatMany(isChosen.size, 'hole')} of {holes.length}, {chosen === null ? 'within the limits' : 'whatever the size'}
        </span>
        <div class="hole-choices">
          <button type="button" class="button small" disabled={chosen?.length === all.length} onClick={() => onChange(all)}>
            Choose all
          </button>
          <button type="button" class="button small" disabled={chosen?.length === 0} onClick={() => onChange([])}>
            Choose none
          </button>
          <button type="button" class="button small" disabled={chosen === null} onClick={() => onChange(null)}>
            Use limits
          </button>
        </div>
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
