import type { ExtendedTriangle, MeshBVH } from 'three-mesh-bvh';
import type { Box3 } from 'three';
import { resultHash } from './result-hash.ts';
import type { BenchMesh } from './bench-mesh.ts';
import type { Outcome } from './bench-task.ts';
import { compare } from './compare.ts';
import { perSecond } from './rates.ts';
import { triangleNumbers } from './rival.ts';

/** Of all triangles; the rival decides on rounded numbers. */
const maxDisagreements = 1e-3;

/** A query shape of the rival: whether it may overlap a box, and whether it overlaps a triangle. */
export interface RivalShape {
  readonly intersectsBounds: (bounds: Box3) => boolean;
  readonly intersectsTriangle: (triangle: ExtendedTriangle) => boolean;
}

/** Measures queries for all triangles that a shape overlaps, and counts the triangles that one side alone finds. */
export async function compareOverlaps<Shape>(
  { mesh, rival }: BenchMesh,
  rounds: number,
  shapes: readonly Shape[],
  ours: (shape: Shape) => Uint32Array,
  rivalShape: (shape: Shape) => RivalShape,
): Promise<Outcome> {
  const rivalShapes = shapes.map(rivalShape);
  const result = await compare(
    { run: () => shapes.map(ours) },
    { run: () => rivalShapes.map((shape) => overlapped(rival, shape)) },
    rounds,
  );
  const numbers = triangleNumbers(rival.geometry.index!.array, mesh);
  let total = 0;
  let differ = 0;
  result.ours.forEach((triangles, i) => {
    const theirs = new Set(result.theirs[i]!.map((triangle) => numbers[triangle]!));
    const common = triangles.filter((triangle) => theirs.has(triangle)).length;
    total += triangles.length;
    differ += triangles.length + theirs.size - 2 * common;
  });
  return {
    ...perSecond(result, shapes.length, 1e3),
    hash: resultHash(...result.ours),
    disagreement: differ <= maxDisagreements * total ? null : `${differ} of ${total} triangles overlap for one and not for the other`,
    note: `${(total / shapes.length).toFixed(1)} triangles per query`,
  };
}

/** The triangles in the rival's own order. */
function overlapped(bvh: MeshBVH, { intersectsBounds, intersectsTriangle }: RivalShape): number[] {
  const found: number[] = [];
  bvh.shapecast({
    intersectsBounds,
    intersectsTriangle: (triangle, index) => {
      if (intersectsTriangle(triangle)) found.push(index);
      return false;
    },
  });
  return found;
}
