import type { TriangleMesh } from '#core/mesh';
import { exactBox, hasVolume, nodeSlack, type Tree, treeKinds, volumeMeasure } from '#core/tree';
import type { FigureName } from '../../text/figures.ts';
import { formatNumber } from '../../text/format-number.ts';
import type { NamedFigure } from '../../widgets/figure-title.tsx';
import { capital, volumeWords } from '../../text/volume-words.ts';
import { lengthLabel, type ShownUnit, shownLength, withLengthSign } from '../../text/shown-unit.ts';

type VolumeFact = readonly [label: FigureName | NamedFigure, value: string];

/** Returns the volume of a node: its kind, its surface area over that of the exact box of its triangles, and the slack of its sides. */
export function volumeFacts(tree: Tree, mesh: TriangleMesh, node: number, units: ShownUnit): VolumeFact[] {
  if (!hasVolume(tree, node)) return [['Bounded by', 'parent’s box']];
  const facts: VolumeFact[] = [['Bounded by', boundText(tree, node, units)]];
  const { min, max } = exactBox(tree, mesh, node);
  const [x, y, z] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const area = 2 * (x * y + y * z + z * x);
  const own = volumeMeasure(tree, node);
  if (area > 0) facts.push([{ figure: 'Surface ratio', text: 'Surface' }, `${formatNumber(own.area / area, 4)} × exact box`]);
  if (tree.grid.length > 0) {
    const slack = nodeSlack(tree, mesh, node).map((side) => shownLength(units, side));
    facts.push([
      { figure: 'Slack below', text: lengthLabel('Slack below', units) },
      slack
        .slice(0, 3)
        .map((side) => formatNumber(side, 3))
        .join(', '),
    ]);
    facts.push([
      { figure: 'Slack above', text: lengthLabel('Slack above', units) },
      slack
        .slice(3)
        .map((side) => formatNumber(side, 3))
        .join(', '),
    ]);
  }
  return facts;
}

function boundText(tree: Tree, node: number, units: ShownUnit): string {
  const { geometry } = treeKinds[tree.kind];
  const word = capital(volumeWords(tree.kind).one);
  const length = (value: number): string => formatNumber(shownLength(units, value));
  if (geometry.kind === 'sphere') return `${word}, radius ${withLengthSign(length(geometry.sphereOf(tree, node).radius), units)}`;
  if (geometry.kind === 'polytope' && geometry.roundOf !== null) {
    const { sides, radius } = geometry.roundOf(tree, node);
    const [a, b, r] = [...sides, radius].map(length);
    return withLengthSign(`${word}, radius ${r}, rectangle ${a} × ${b}`, units);
  }
  if (geometry.kind === 'polytope' && geometry.sidesOf !== null)
    return withLengthSign(`${word}, ${geometry.sidesOf(tree, node).map(length).join(' × ')}`, units);
  return word;
}
