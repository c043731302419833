import type { JSX } from 'preact';
import type { Vec3 } from '#core/math';
import { curveCount } from '#core/pair';
import type { App } from '../../commands/app.ts';
import { select } from '../../commands/actions.ts';
import { loopIndex, shownOutcome } from '../../state/pair/pair-query.ts';
import { curveLabel } from '../../text/curve-label.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { lineEndsText, lineKind } from '../../text/loops-text.ts';
import { Facts } from './facts.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';
import { LengthText } from './length-text.tsx';

interface LoopPropertiesProps {
  readonly app: App;
  /** Triangles of a contact on the curve. */
  readonly a: number;
  readonly b: number;
}

/** A contact curve of the two meshes; a closed one is a loop. */
export function LoopProperties({ app: { store }, a, b }: LoopPropertiesProps): JSX.Element {
  const outcome = shownOutcome(store.pair.value, store.scene.value.movingMesh);
  const loop = outcome === null ? null : loopIndex(outcome, a, b);
  if (outcome?.pairContacts == null || loop === null) return <p class="quiet">This contact curve is gone: the moving mesh has moved.</p>;
  const { loops } = outcome.pairContacts;
  const lengths = lengthsOf(store, outcome.input.fixed);
  const { units } = lengths;
  const closed = loops.closed[loop] === 1;
  const length = loops.lengths[loop]!;
  const pointAt = (point: number): Vec3 => [loops.positions[3 * point]!, loops.positions[3 * point + 1]!, loops.positions[3 * point + 2]!];
  return (
    <>
      <div class="title">
        <span class="name">
          {closed ? 'Closed loop' : 'Open curve'} {curveLabel(loop)}
        </span>
        <span class="kind">
          {lineKind(loops, loop)}, {closed ? 'closed' : 'open'}, of {formatCount(curveCount(loops))}
        </span>
      </div>
      <VectorRow label="Start" lengths={lengths} values={pointAt(loops.firstPoint[loop]!)} />
      {!closed && <VectorRow label="End" lengths={lengths} values={pointAt(loops.firstPoint[loop + 1]! - 1)} />}
      <Facts
        facts={[
          ['Segments', formatCount(loops.firstSegment[loop + 1]! - loops.firstSegment[loop]!)],
          [lengthLabel('Length', units), <LengthText value={length} lengths={lengths} />],
        ]}
      />
      {!closed && <p class="quiet">The curve {lineEndsText(loops, loop)}.</p>}
      <button type="button" class="button" title="Select a contact on this curve" onClick={() => select(store, { kind: 'contact', a, b })}>
        Show contact
      </button>
    </>
  );
}
