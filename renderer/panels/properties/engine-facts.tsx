import type { JSX } from 'preact';
import type { EngineReport } from '#core/health';
import { formatCount } from '../../text/format-number.ts';
import type { ShownLengths } from '../../text/list-lengths.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { Facts, type Fact } from './facts.tsx';
import { LengthText, MeasureText } from './length-text.tsx';
import { VectorRow } from './vector-row.tsx';

/** The figures of the shapes that an engine holds, and the shapes that it refuses or reduces. */
export function HeldFacts({ engine, lengths }: { engine: EngineReport; lengths: ShownLengths }): JSX.Element {
  const { title, version, shapes } = engine;
  const { units } = lengths;
  const length = (value: number): JSX.Element => <LengthText value={value} lengths={lengths} />;
  const hulls = shapes.filter(({ shape }) => shape === 'hull').length;
  const volume = (value: number | null): JSX.Element =>
    value === null ? <>unknown, the mesh is open</> : <MeasureText value={value} units={units} power={3} />;
  const count = (value: number): JSX.Element => <span class={value > 0 ? 'warning-text' : ''}>{formatCount(value)}</span>;
  const rows: Fact[] = [
    ['Engine shapes', formatCount(shapes.length)],
    ['Convex hulls', formatCount(hulls)],
    ['Vanished triangles', count(engine.vanishedTriangles)],
    ['Moved vertices', formatCount(engine.movedVertices)],
    [lengthLabel('Farthest move', units), length(engine.maxMoved)],
  ];
  if (hulls > 0)
    rows.push(
      [lengthLabel('Phantom volume', units, 3), volume(engine.phantomVolume)],
      [lengthLabel('Phantom distance', units), length(engine.maxPhantom)],
      [lengthLabel('Missing volume', units, 3), volume(engine.missingVolume)],
      [lengthLabel('Missing distance', units), length(engine.maxMissing)],
    );
  if (engine.boxGrowth !== null) rows.push([lengthLabel('Box growth', units), length(engine.boxGrowth)]);
  const odd = shapes.filter(({ refusal, reducedFrom }) => refusal !== null || reducedFrom !== null);
  return (
    <div data-testid="engine-facts">
      <span class="label">
        As held by {title} {version}
      </span>
      <Facts facts={rows} />
      {engine.maxPhantomAt !== null && <VectorRow label="Farthest phantom" lengths={lengths} values={engine.maxPhantomAt} />}
      {odd.slice(0, maxShapes).map(({ name, refusal, reducedFrom, vertices }, i) => (
        <p key={i} class="warning-text">
          {refusal === null
            ? `${name}: a hull of ${formatCount(vertices)} of ${formatCount(reducedFrom ?? 0)} vertices.`
            : `${name}: refused, ${refusal}.`}
        </p>
      ))}
    </div>
  );
}

/** More would be too long to read; the findings have all. */
const maxShapes = 4;
