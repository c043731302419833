import { Vector3 } from 'three';
import { differentTriangles } from '#core/diff/triangle-changes';
import { diffFields, diffGeometry } from '#core/diff/mesh-diff';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import type { DistanceField } from '#core/pair/deviation/distance-field';
import { divideTriangles } from '#core/pair/deviation/divide-triangles';
import { noProgress } from '#core/progress';
import { triangleArea } from '#core/shape/triangle-area';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';
import { rivalBvh } from '../rival.ts';
import { seeded } from '../seeded.ts';

/** Share of the vertices that differ, and how far they moved at most. */
const movedShare = 0.05;
const maxMove = 0.02 * benchRadius;
/** Of the radius; the rival keeps triangles of 32 bits. */
const maxDifference = 1e-5;

/** What differs between two versions, with the mean distance both ways; trees included. The rival gets the points that we measure. */
export const diff: BenchTask = {
  name: 'diff',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ mesh: before }, rounds) => {
    const after = withMovedVertices(before);
    const { diff: counts, changes } = diffGeometry(before, after);
    const points = {
      before: measuredPoints(before, changes.before, diffFields(before, after, changes, noProgress).before),
      after: measuredPoints(after, changes.after, diffFields(before, after, changes, noProgress).after),
    };
    const result = await compare(
      {
        run: () => {
          const fields = diffFields(before, after, diffGeometry(before, after).changes, noProgress);
          return [fields.before?.mean ?? -1, fields.after?.mean ?? -1] as const;
        },
      },
      { run: () => [rivalMean(points.before, after), rivalMean(points.after, before)] as const },
      rounds,
    );
    const isSame = result.ours.every((mean, i) => Math.abs(mean - result.theirs[i]!) <= maxDifference * benchRadius);
    return {
      ...each(result),
      hash: resultHash(Float64Array.from(result.ours)),
      disagreement: isSame ? null : `mean distances ${result.ours.join(' and ')}, and ${result.theirs.join(' and ')} for the rival`,
      note: `${counts.triangles.changedAfter} triangles changed, ${points.before.centres.length + points.after.centres.length} points measured`,
    };
  },
};

function withMovedVertices({ positions, indices, parts }: TriangleMesh): TriangleMesh {
  const { number } = seeded(11);
  const moved = positions.slice();
  for (let at = 0; at < moved.length; at += 3) {
    if (number() >= movedShare) continue;
    for (let k = 0; k < 3; k++) moved[at + k] = Math.fround(moved[at + k]! + (number() - 0.5) * maxMove);
  }
  return { positions: moved, indices, parts };
}

/** Points with the area that each stands for, and the area of the whole surface. */
interface MeasuredPoints {
  readonly centres: readonly Vector3[];
  readonly areas: readonly number[];
  readonly whole: number;
}

/** Returns the centres of the pieces of the triangles that differ. */
function measuredPoints(mesh: TriangleMesh, states: Uint8Array, field: DistanceField | null): MeasuredPoints {
  const divisions = field?.divisions ?? new Uint8Array(states.length).fill(1);
  const divided = divideTriangles(mesh, divisions);
  const differs = new Set(differentTriangles(states));
  const [centres, areas]: [Vector3[], number[]] = [[], []];
  let [piece, whole] = [0, 0];
  divisions.forEach((n, triangle) => {
    for (const end = piece + n * n; piece < end; piece++) {
      const [a, b, c] = triangleVertices(divided, piece);
      const area = triangleArea(Float64Array.of(...a, ...b, ...c));
      whole += area;
      if (!differs.has(triangle)) continue;
      centres.push(new Vector3((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3));
      areas.push(area);
    }
  });
  return { centres, areas, whole };
}

function rivalMean({ centres, areas, whole }: MeasuredPoints, to: TriangleMesh): number {
  const bvh = rivalBvh(to);
  const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  return centres.reduce((sum, centre, i) => sum + areas[i]! * (bvh.closestPointToPoint(centre, target)?.distance ?? 0), 0) / whole;
}
