import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildBsp } from '#core/bsp/build-bsp';
import { type BspCells, bspCells, meanOfPoints } from '#core/bsp/cells';
import type { BspTree } from '#core/bsp/bsp-tree';
import { meshOfRuns } from '#core/mesh/mesh-of-runs';
import { raycast } from '#core/query/ray/ray';
import type { Tree } from '#core/tree/layout';
import { openEdges } from '#core/bsp/open-edges';
import { cellLinks, leakFrom } from '#core/bsp/route';
import { leavesAt, pointSide } from '#core/bsp/point-side';
import { isInsideClosedMesh } from '#core/query/inside-closed-mesh';
import { pointWinding } from '#core/query/inside/inside';
import { createInsideWorkspace } from '#core/query/inside/workspace';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import { isClosed } from '#core/mesh/is-closed';
import { segmentCast } from '#core/query/segment/segment';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { twoRooms } from '../fixtures/two-rooms.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';

/** Larger meshes only in the full run. */
const maxTriangles = isFullRun ? 12_000 : 600;
/** For each mesh: about 60 closed ones give a million in the full run. */
const pointCount = isFullRun ? 20_000 : 60;

describeCorpus('BSP trees of closed meshes', () => {
  const seen = { meshes: 0, points: 0, solid: 0 };

  it.each(corpusMeshPaths())('of %s have the sides of winding numbers and of ray parity', async (path) => {
    const mesh = await corpusMesh(path);
    if (mesh === null || triangleCount(mesh) > maxTriangles || triangleCount(mesh) === 0 || openEdges(mesh).length > 0) return;
    const bounds = meshBounds(mesh);
    if (bounds === null || surfaceMeasures(mesh).area === 0) return;
    const bsp = buildBsp(mesh);
    const tree = openTree(buildTree(mesh, {}));
    const winding = createWindingTree(tree, mesh);
    const workspace = createInsideWorkspace(winding);
    const random = seededRandom(triangleCount(mesh));
    const { min, max } = bounds;
    const closed = isClosed(mesh);
    const wrong: string[] = [];
    const along = (k: 0 | 1 | 2): number => min[k] + (1.1 * random() - 0.05) * (max[k] - min[k]);
    for (let i = 0; i < pointCount; i++) {
      const point: Vec3 = [along(0), along(1), along(2)];
      const { inside } = pointWinding(winding, point, { accuracy: 1e-6 }, workspace);
      const side = pointSide(bsp, point);
      seen.points++;
      if (side === 'solid') seen.solid++;
      if (inside === 'on' || inside === null) continue;
      if (side !== (inside ? 'solid' : 'empty')) wrong.push(`${point.join(' ')}: ${side}, by winding number ${inside}`);
      const byRays = closed ? isInsideClosedMesh(tree, mesh, point) : inside;
      if (byRays !== inside) wrong.push(`${point.join(' ')}: ${byRays} by rays, by winding number ${inside}`);
    }
    expect(wrong).toEqual([]);
    seen.meshes++;
  });

  afterAll(() => {
    expect(seen.meshes).toBeGreaterThan(20);
    expect(seen.solid).toBeGreaterThan(100);
  });
});

describeCorpus('levels of brushes', () => {
  it('a sealed map leaks once a brush of its hull is removed', async () => {
    // The real one takes half a minute.
    const mesh = isFullRun ? (await corpusMesh('level/openarena/oa_dm1.brushes.obj'))! : twoRooms();
    const bsp = buildBsp(mesh);
    const cells = bspCells(bsp);
    const { min, max } = bsp.space.box;
    const box = (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2]);
    expect(Math.abs(cells.solidVolume + cells.emptyVolume - box)).toBeLessThanOrEqual(2 * cells.volumeError + box * 1e-13);
    const leakAt = (tree: typeof bsp, its: typeof cells, point: Vec3) => leakFrom(its, cellLinks(its), point, leavesAt(tree, point)[0]!);
    const inner = largestEnclosed(bsp, cells);
    expect(leakAt(bsp, cells, inner)).toEqual([]);
    const tree = openTree(buildTree(mesh, {}));
    const brush = onlyBrushOut(tree, mesh, inner);
    const { firstTriangle, triangleCount: count } = mesh.parts[brush]!;
    const end = firstTriangle + count;
    const without = meshOfRuns(mesh, [0, firstTriangle, end, triangleCount(mesh) - end]);
    const opened = buildBsp(without);
    const leak = leakAt(opened, bspCells(opened), inner);
    expect(leak.length).toBeGreaterThan(2);
    const openedTree = openTree(buildTree(without, {}));
    for (let i = 1; i < leak.length; i++) {
      const { hits } = segmentCast(openedTree, without, { from: leak[i - 1]!, to: leak[i]! }, { mode: 'all' });
      for (const { position } of hits) expect(pointSide(opened, position)).not.toBe('empty');
    }
  });
});

/** Returns a point in the largest cell that no portal connects with the outside. */
function largestEnclosed({ windings }: BspTree, cells: BspCells): Vec3 {
  const links = cellLinks(cells);
  const outside = new Set([...windings.keys()].filter((leaf) => windings[leaf] === 0 && cells.atBorder[leaf] === 1));
  for (const leaf of outside) for (const link of links[leaf] ?? []) outside.add(link.leaf);
  const enclosed = [...windings.keys()].filter((leaf) => windings[leaf] === 0 && !outside.has(leaf));
  const largest = enclosed.reduce((best, leaf) => (cells.volumes[leaf]! > cells.volumes[best]! ? leaf : best));
  return meanOfPoints([...new Set(cells.regions[largest]!.flatMap(({ points }) => points))]);
}

/** Returns the brush that alone is between a point and the outside, in some direction. */
function onlyBrushOut(tree: Tree, mesh: TriangleMesh, origin: Vec3): number {
  const random = seededRandom(1);
  for (;;) {
    const direction: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
    const parts = new Set(raycast(tree, mesh, { origin, direction, far: Infinity }, { mode: 'all' }).hits.map(({ part }) => part!));
    if (parts.size === 1) return [...parts][0]!;
  }
}
