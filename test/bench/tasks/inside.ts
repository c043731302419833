import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { insideMany } from '#core/query/batch/inside-many';
import { insideCode } from '#core/query/inside/query';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { DoubleSide, Ray, Vector3 } from 'three';
import { benchMesh, benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { countOf, perSecond } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const measured = 16_384;
/** Of all points: the rival's rays may miss at an edge. */
const maxDisagreements = 1e-3;

/**
 * Whether points anywhere in the bounding sphere are inside a closed wavy ball with as many triangles as the mesh, which is open itself. The rival
 * looks at the side of the first triangle that a ray hits. Ours is proven, and gives the winding number.
 */
export const inside: BenchTask = {
  name: 'inside',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async ({ name, mesh }, rounds) => {
    const count = countOf(measured, rounds);
    const { fast, rival } = benchMesh(name, wavyBall(mesh.indices.length / 3));
    const { inBall, direction } = seeded(14);
    const points = Array.from({ length: count }, () => inBall(benchRadius));
    const winding = createWindingTree(fast.tree, fast.mesh);
    const flat = Float64Array.from(points.flat());
    const rays = points.map((point) => new Ray(new Vector3(...point), new Vector3(...direction())));
    const theirInside = new Uint8Array(count);
    const theirs = (): void => {
      for (let i = 0; i < count; i++) {
        const hit = rival.raycastFirst(rays[i]!, DoubleSide);
        theirInside[i] = hit !== null && hit.face!.normal.dot(rays[i]!.direction) > 0 ? 1 : 0;
      }
    };
    const result = await compare({ run: () => insideMany(winding, { points: flat }).inside }, { run: theirs }, rounds);
    const differ = theirInside.filter((value, i) => value !== (result.ours[i] === insideCode ? 1 : 0)).length;
    return {
      ...perSecond(result, count, 1e3),
      hash: resultHash(result.ours),
      disagreement: differ <= maxDisagreements * count ? null : `${differ} of ${count} points are on another side`,
    };
  },
};

/** A closed ball with waves, of about so many triangles: rows of quadrangles between two poles. */
function wavyBall(triangles: number): TriangleMesh {
  const rows = Math.max(4, Math.round(Math.sqrt(triangles / 4)));
  const around = 2 * rows;
  const positions: number[] = [];
  const add = (row: number, column: number): void => {
    const [u, v] = [(Math.PI * row) / rows, (2 * Math.PI * column) / around];
    const radius = 1 + 0.2 * Math.sin(7 * u) * Math.sin(5 * v);
    positions.push(radius * Math.sin(u) * Math.cos(v), radius * Math.sin(u) * Math.sin(v), radius * Math.cos(u));
  };
  add(0, 0);
  for (let row = 1; row < rows; row++) for (let column = 0; column < around; column++) add(row, column);
  positions.push(0, 0, -1);
  const last = positions.length / 3 - 1;
  const at = (row: number, column: number): number => (row === 0 ? 0 : row === rows ? last : 1 + (row - 1) * around + (column % around));
  const indices: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < around; column++) {
      const [a, b, c, d] = [at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1)];
      if (row < rows - 1) indices.push(a, b, c);
      if (row > 0) indices.push(a, c, d);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), parts: [] };
}
