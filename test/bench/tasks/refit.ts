import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { loadRefit } from '#core/tree/refit/load-refit';
import { refitTree } from '#core/tree/refit/refit-tree';
import { Box3 } from 'three';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';
import { rivalBvh } from '../rival.ts';

/** Of the radius: the rival's boxes are of 32 bits. */
const maxDifference = 1e-5;

/** All boxes of a tree again, in place, after every vertex has moved. */
export const refit: BenchTask = {
  name: 'refit',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const moved = bent(mesh);
    const bytes = buildTree(mesh, {});
    const tree = openTree(bytes);
    const start = performance.now();
    const loaded = loadRefit(tree, mesh);
    const note = loaded === null ? 'in TypeScript' : `in WebAssembly, after a copy in ${(performance.now() - start).toFixed(1)} ms`;
    const rival = rivalBvh(mesh);
    rival.geometry.getAttribute('position').array.set(moved.positions);
    const result = await compare({ run: () => refitTree(tree, moved, bytes, noProgress, loaded) }, { run: () => rival.refit() }, rounds);
    const theirs = rival.getBoundingBox(new Box3());
    const { bounds } = openTree(bytes);
    const differences = [...theirs.min.toArray(), ...theirs.max.toArray()].map((value, i) => Math.abs(value - bounds[i]!));
    const differ = differences.filter((difference) => !(difference <= maxDifference * benchRadius)).length;
    return {
      ...each(result),
      hash: resultHash(new Uint8Array(bytes)),
      note,
      disagreement: differ === 0 ? null : `${differ} of 6 sides of the root differ`,
    };
  },
};

/** The mesh in a bow: what lies to the sides is lifted. */
function bent(mesh: TriangleMesh): TriangleMesh {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3)
    positions[i + 1] = Math.fround(positions[i + 1]! + (positions[i]! * positions[i]!) / (2 * benchRadius));
  return { ...mesh, positions };
}
