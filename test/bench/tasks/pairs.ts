import type { Transform } from '#core/math/transform';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import { noProgress } from '#core/progress';
import { Matrix4 } from 'three';
import type { ExtendedTriangle, MeshBVH } from 'three-mesh-bvh';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { loadedTwice } from '../loaded-twice.ts';
import { compare } from '../compare.ts';
import { countOf, each } from '../rates.ts';
import { rivalBvh, triangleNumbers } from '../rival.ts';
import { seeded } from '../seeded.ts';

const poses = 200;
/** Of all pairs; the rival decides on rounded numbers. */
const maxDisagreements = 1e-3;

/** Every intersecting pair of triangles of the mesh and a copy of it, in any turn and up to a diameter away; all poses in one. */
export const pairsAll: BenchTask = {
  name: 'pairs-all',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ mesh, fast, rival }, rounds) => {
    const placements = posesOfCopy(countOf(poses, rounds));
    const { loaded, note } = loadedTwice(fast);
    const options = defaultValues(pairOptions);
    const other = rivalBvh(mesh);
    const matrices = placements.map(matrixOf);
    const result = await compare(
      { run: () => placements.map((placement) => pairs(fast, fast, placement, options, noProgress, loaded).pairs) },
      { run: () => matrices.map((matrix) => countPairs(rival, other, matrix)) },
      rounds,
    );
    // The pairs themselves are compared outside the measured runs, so that listing them costs the rival nothing.
    const numbers = [mesh.indices, rival.geometry.index!.array, other.geometry.index!.array].map((index) => triangleNumbers(index, mesh));
    const triangles = mesh.indices.length / 3;
    let total = 0;
    let differ = 0;
    result.ours.forEach((found, i) => {
      const ours = pairKeys(found, numbers[0]!, numbers[0]!, triangles);
      const theirs = pairKeys(listPairs(rival, other, matrices[i]!), numbers[1]!, numbers[2]!, triangles);
      total += ours.length;
      differ += inOneOnly(ours, theirs);
    });
    return {
      ...each(result),
      hash: resultHash(...result.ours),
      note,
      disagreement: differ <= maxDisagreements * total ? null : `${differ} of ${total} pairs are found by one and not by the other`,
    };
  },
};

/** Whether the surfaces intersect, in the same poses. */
export const pairsBoolean: BenchTask = {
  name: 'pairs-boolean',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ mesh, fast, rival }, rounds) => {
    const placements = posesOfCopy(countOf(poses, rounds));
    const { loaded, note } = loadedTwice(fast);
    const other = rivalBvh(mesh);
    // It is this that makes the rival use both trees.
    other.geometry.boundsTree = other;
    const matrices = placements.map(matrixOf);
    const result = await compare(
      {
        run: () =>
          Uint8Array.from(placements, (placement) => (surfacesIntersect(fast, fast, placement, noProgress, loaded).overlap ? 1 : 0)),
      },
      { run: () => Uint8Array.from(matrices, (matrix) => (rival.intersectsGeometry(other.geometry, matrix) ? 1 : 0)) },
      rounds,
    );
    const differ = result.ours.filter((overlap, i) => overlap !== result.theirs[i]).length;
    return {
      ...each(result),
      hash: resultHash(result.ours),
      note,
      disagreement: differ === 0 ? null : `${differ} of ${placements.length} poses intersect for one and not for the other`,
    };
  },
};

function posesOfCopy(count: number): readonly Transform[] {
  const { placement } = seeded(3);
  return Array.from({ length: count }, () => placement(2 * benchRadius));
}

function matrixOf(placement: Transform): Matrix4 {
  return new Matrix4().fromArray([...placement]);
}

function countPairs(a: MeshBVH, b: MeshBVH, matrix: Matrix4): number {
  let count = 0;
  a.bvhcast(b, matrix, {
    intersectsTriangles: (first: ExtendedTriangle, second: ExtendedTriangle) => {
      if (first.intersectsTriangle(second)) count++;
      return false;
    },
  });
  return count;
}

/** (2·n) the triangles of each pair, in the rival's own order. */
function listPairs(a: MeshBVH, b: MeshBVH, matrix: Matrix4): readonly number[] {
  const found: number[] = [];
  a.bvhcast(b, matrix, {
    intersectsTriangles: (first: ExtendedTriangle, second: ExtendedTriangle, firstIndex: number, secondIndex: number) => {
      if (first.intersectsTriangle(second)) found.push(firstIndex, secondIndex);
      return false;
    },
  });
  return found;
}

/** One number for each pair, ascending. */
function pairKeys(found: ArrayLike<number>, numbersA: Uint32Array, numbersB: Uint32Array, triangles: number): Float64Array {
  return Float64Array.from(
    { length: found.length / 2 },
    (_, i) => numbersA[found[2 * i]!]! * (triangles + 1) + numbersB[found[2 * i + 1]!]!,
  ).sort();
}

/** How many are in one of two ascending lists and not in the other. */
function inOneOnly(a: Float64Array, b: Float64Array): number {
  let [i, j, count] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      i++;
      j++;
    } else {
      if (a[i]! < b[j]!) i++;
      else j++;
      count++;
    }
  }
  return count + a.length - i + b.length - j;
}
