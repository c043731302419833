import { columns, counted, many, printable, vector } from '../../terminal/columns.ts';
import { printedLength, printedVolume } from '../printed-length.ts';
import type { CheckReport } from './check-file.ts';

/** More rows would fill the terminal. */
const maxShapes = 8;

/** Returns the figures of the shapes as an engine holds them; nothing without an engine. */
export function engineText({ engine }: Pick<CheckReport, 'engine'>): string {
  if (engine === null) return '';
  const { title, version, shapes, metresPerUnit } = engine;
  const length = (value: number): string => printedLength(value, metresPerUnit);
  const at = (place: readonly number[] | null): string => (place === null ? '' : ` at ${vector(place)}`);
  const volume = (value: number | null): string => (value === null ? 'not known' : printedVolume(value, metresPerUnit));
  const hulls = shapes.filter(({ shape }) => shape === 'hull').length;
  const rows = [
    ['shapes', `${many(shapes.length, 'shape')}, of which ${counted(hulls)} convex ${hulls === 1 ? 'hull' : 'hulls'}`],
    ['vanished', many(engine.vanishedTriangles, 'triangle')],
    ['moved', `${many(engine.movedVertices, 'vertex', 'vertices')}, at most by ${length(engine.maxMoved)}${at(engine.maxMovedAt)}`],
    ...(hulls === 0
      ? []
      : [
          [
            'phantom',
            `volume ${volume(engine.phantomVolume)}, at most ${length(engine.maxPhantom)} from the mesh${at(engine.maxPhantomAt)}`,
          ],
          ['missing', `volume ${volume(engine.missingVolume)}, at most ${length(engine.maxMissing)} outside${at(engine.maxMissingAt)}`],
        ]),
    ...(engine.boxGrowth === null
      ? []
      : [['boxes', `at most ${length(engine.boxGrowth)} larger, ${counted(engine.unboundedBoxes)} unbounded`]]),
  ];
  const odd = shapes.filter(({ refusal, reducedFrom }) => refusal !== null || reducedFrom !== null);
  const lines = odd
    .slice(0, maxShapes)
    .map(({ name, refusal, reducedFrom, vertices }) =>
      refusal === null
        ? `    ${printable(name)}: a hull of ${counted(vertices)} of ${counted(reducedFrom ?? 0)} vertices\n`
        : `    ${printable(name)}: refused, ${printable(refusal)}\n`,
    );
  return `  as held by ${title} ${version}\n${columns(rows)}${lines.join('')}`;
}
