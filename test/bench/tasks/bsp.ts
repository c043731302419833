import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bspRay } from '#core/bsp/bsp-ray';
import type { BspTree } from '#core/bsp/bsp-tree';
import { buildBsp } from '#core/bsp/build-bsp';
import { pointSide } from '#core/bsp/point-side';
import { importMesh } from '#core/import/import-mesh';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { pointWinding } from '#core/query/inside/inside';
import { createInsideWorkspace } from '#core/query/inside/workspace';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { raycast } from '#core/query/ray/ray';
import { createBspSweeper } from '#core/sweep/bsp/sweep-bsp';
import type { SweptShape } from '#core/sweep/convex/query';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { createSweepWorkspace } from '#core/sweep/convex/workspace';
import { buildTree } from '#core/tree/build-tree';
import type { Tree } from '#core/tree/layout';
import { openTree } from '#core/tree/open-tree';
import type { BenchMesh } from '../bench-mesh.ts';
import { type BenchTask, SkippedTask, type TaskName } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { corpusFolder } from '../corpus-folder.ts';
import { each, perSecond } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const count = 4096;
const sweepCount = 512;
const rivalVersion = 'AABB tree, JavaScript';

/** A closed level, with both trees. */
interface Level {
  readonly mesh: TriangleMesh;
  readonly bsp: BspTree;
  readonly tree: Tree;
  readonly point: () => Vec3;
}

/** The brushes of a level of OpenArena in place of the bunny, which is open. The dragon is too large for a BSP tree. */
async function brushesFor({ name, mesh }: Pick<BenchMesh, 'mesh' | 'name'>): Promise<TriangleMesh> {
  if (name === '871k') throw new SkippedTask('the level does not depend on the mesh');
  if (name !== '69k') return mesh;
  const context = { fileName: 'aggressor.bsp', progress: () => {}, readSideFile: () => Promise.resolve(null) };
  const bytes = readFileSync(join(corpusFolder, 'level/openarena/aggressor.bsp'));
  return (await importMesh(bytes, { ...context, options: { colliders: 'only' } })).mesh;
}

async function levelFor(of: BenchMesh): Promise<Level> {
  const mesh = await brushesFor(of);
  const { min, max } = meshBounds(mesh)!;
  const { number } = seeded(18);
  const point = (): Vec3 => [0, 1, 2].map((k) => min[k]! + number() * (max[k]! - min[k]!)) as unknown as Vec3;
  // The traversal of all kinds, in the language of the BSP tree.
  return { mesh, bsp: buildBsp(mesh), tree: { ...openTree(buildTree(mesh, { kind: 'aabb' })), isReadInPlace: false }, point };
}

/** The BSP tree of a level, and its AABB tree. */
export const bspBuild: BenchTask = {
  name: 'bsp-build',
  rival: 'Boxwood',
  unit: 'ms',
  run: async (of, rounds) => {
    const mesh = await brushesFor(of);
    const result = await compare({ run: () => buildBsp(mesh) }, { run: () => buildTree(mesh, { kind: 'aabb' }) }, rounds);
    const { planes, splits, depth, windings } = result.ours;
    const note = `${planes.length} nodes, ${splits} splits, depth ${depth}`;
    return { ...each(result), hash: resultHash(windings), disagreement: null, rivalVersion, note };
  },
};

/** Whether points of its box are in the solid; the rival counts winding numbers. */
export const bspPoint: BenchTask = {
  name: 'bsp-point',
  rival: 'Boxwood',
  unit: 'k/s',
  run: async (of, rounds) => {
    const { mesh, bsp, tree, point } = await levelFor(of);
    const points = Array.from({ length: count }, point);
    const winding = createWindingTree(tree, mesh);
    const workspace = createInsideWorkspace(winding);
    const result = await compare(
      { run: () => Uint8Array.from(points, (one) => (pointSide(bsp, one) === 'solid' ? 1 : 0)) },
      { run: () => Uint8Array.from(points, (one) => (pointWinding(winding, one, {}, workspace).inside === true ? 1 : 0)) },
      rounds,
    );
    return { ...perSecond(result, count, 1e3), hash: resultHash(result.ours), disagreement: differences(result), rivalVersion };
  },
};

/** First hits of rays between random points of the box. */
export const bspRays: BenchTask = {
  name: 'bsp-ray',
  rival: 'Boxwood',
  unit: 'k/s',
  run: async (of, rounds) => {
    const { mesh, bsp, tree, point } = await levelFor(of);
    const { direction } = seeded(19);
    const rays = Array.from({ length: count }, () => ({ origin: point(), direction: direction(), far: Infinity }));
    const result = await compare(
      { run: () => Float64Array.from(rays, (ray) => bspRay(bsp, ray.origin, ray.direction).hit?.distance ?? -1) },
      { run: () => Float64Array.from(rays, (ray) => raycast(tree, mesh, ray).hits[0]?.distance ?? -1) },
      rounds,
    );
    return { ...perSecond(result, count, 1e3), hash: resultHash(result.ours), disagreement: differences(result), rivalVersion };
  },
};

/** First contacts of a moving sphere, and of a moving box. */
export const bspSphere: BenchTask = sweepTask('bsp-sphere', (size) => ({ kind: 'sphere', radius: size }));
export const bspBox: BenchTask = sweepTask('bsp-box', (size) => ({
  kind: 'box',
  halfEdges: [
    [size, 0, 0],
    [0, size, 0],
    [0, 0, size],
  ],
}));

function sweepTask(task: TaskName, shapeOf: (size: number) => SweptShape): BenchTask {
  const run: BenchTask['run'] = async (of, rounds) => {
    const { mesh, bsp, tree, point } = await levelFor(of);
    const { min, max } = meshBounds(mesh)!;
    const shape = shapeOf((max[0] - min[0]) / 100);
    const sweeps = Array.from({ length: sweepCount }, () => ({ shape, from: point(), to: point() }));
    const sweeper = createBspSweeper(bsp);
    const workspace = createSweepWorkspace(tree);
    const result = await compare(
      { run: () => Float64Array.from(sweeps, (sweep) => sweeper.sweep(sweep).time ?? -1) },
      { run: () => Float64Array.from(sweeps, (sweep) => sweepShape(tree, mesh, sweep, {}, workspace).time ?? -1) },
      rounds,
    );
    return { ...perSecond(result, sweepCount, 1e3), hash: resultHash(result.ours), disagreement: differences(result), rivalVersion };
  };
  return { name: task, rival: 'Boxwood', unit: 'k/s', run };
}

/** Both trees must have the same results, to the last bit. */
function differences({ ours, theirs }: { readonly ours: ArrayLike<number>; readonly theirs: ArrayLike<number> }): string | null {
  const differ = Array.from(ours).filter((value, i) => value !== theirs[i]).length;
  return differ === 0 ? null : `${differ} results differ`;
}
