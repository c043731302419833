import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import { integralsOf } from '#core/mesh/mass-properties';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { bspRay } from '#core/bsp/bsp-ray';
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
import { createBspSweeper } from '#core/sweep/bsp/sweep-bsp';
import type { ShapeSweep } from '#core/sweep/convex/query';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { twoRooms } from '../fixtures/two-rooms.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

/** Larger meshes only in the full run. */
const maxTriangles = isFullRun ? 12_000 : 600;
/** For each mesh: about 90 closed ones give more than a million in the full run, in some five minutes. */
const pointCount = isFullRun ? 15_000 : 60;
const rayCount = isFullRun ? 200 : 10;
const sweepCount = isFullRun ? 20 : 2;

describeCorpus('BSP trees of closed meshes', () => {
  const seen = { meshes: 0, points: 0, solid: 0, undecided: 0, parity: 0, rays: 0, hits: 0, sweeps: 0, contacts: 0, volumes: 0 };

  it.each(coveringFiles('bsp', corpusMeshPaths()))('of %s have the sides, volumes, rays and sweeps of other methods', async (path) => {
    const mesh = await corpusMesh(path);
    if (mesh === null || triangleCount(mesh) > maxTriangles || triangleCount(mesh) === 0 || openEdges(mesh).length > 0) return;
    const bounds = meshBounds(mesh);
    if (bounds === null || surfaceMeasures(mesh).area === 0) return;
    const bsp = buildBsp(mesh);
    const tree = openTree(buildTree(mesh, {}));
    const random = seededRandom(triangleCount(mesh));
    const { min, max } = bounds;
    const along = (k: 0 | 1 | 2): number => min[k] + (1.1 * random() - 0.05) * (max[k] - min[k]);
    const anyPoint = (): Vec3 => [along(0), along(1), along(2)];
    expect(differentPoints(bsp, tree, mesh, anyPoint)).toEqual([]);
    expect(volumeDifference(bsp, mesh)).toBeLessThanOrEqual(1);
    seen.volumes++;
    expect(differentRays(bsp, tree, mesh, anyPoint)).toEqual([]);
    expect(differentSweeps(bsp, tree, mesh, anyPoint)).toEqual([]);
    seen.meshes++;
  });

  /** Returns the points whose side is not that of winding numbers, or of ray parity if all edges are of two triangles. */
  function differentPoints(bsp: BspTree, tree: Tree, mesh: TriangleMesh, anyPoint: () => Vec3): readonly Vec3[] {
    const winding = createWindingTree(tree, mesh);
    const workspace = createInsideWorkspace(winding);
    const byParity = isClosed(mesh);
    const different: Vec3[] = [];
    for (let i = 0; i < pointCount; i++) {
      const point = anyPoint();
      const { inside } = pointWinding(winding, point, { accuracy: 1e-6 }, workspace);
      const side = pointSide(bsp, point);
      seen.points++;
      if (side === 'solid') seen.solid++;
      if (inside === 'on' || inside === null) seen.undecided++;
      else if (side !== (inside ? 'solid' : 'empty')) different.push(point);
      else if (byParity) {
        seen.parity++;
        if (isInsideClosedMesh(tree, mesh, point) !== inside) different.push(point);
      }
    }
    return different;
  }

  /** Returns by how many times the stated bound the sum of the leaves' volumes, by their winding numbers, differs from the volume of the mesh. */
  function volumeDifference(bsp: BspTree, mesh: TriangleMesh): number {
    const { volumes, volumeError } = bspCells(bsp);
    const { min, max } = meshBounds(mesh)!;
    const ofLeaves = volumes.reduce((sum, volume, leaf) => sum + bsp.windings[leaf]! * volume, 0);
    const ofMesh = integralsOf(mesh, boundsCenter({ min, max }))[0]! / 6;
    const most = bsp.windings.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
    const rounding = 2 ** -50 * (surfaceMeasures(mesh).area * Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]));
    return Math.abs(ofLeaves - ofMesh) / (most * volumeError + rounding);
  }

  /** Returns the rays whose first hit has other bits than that of the AABB tree. */
  function differentRays(bsp: BspTree, tree: Tree, mesh: TriangleMesh, anyPoint: () => Vec3): readonly (readonly [Vec3, Vec3])[] {
    const different: (readonly [Vec3, Vec3])[] = [];
    for (let i = 0; i < rayCount; i++) {
      const [origin, to] = [anyPoint(), anyPoint()];
      const direction: Vec3 = [to[0] - origin[0], to[1] - origin[1], to[2] - origin[2]];
      if (direction.every((value) => value === 0)) continue;
      const [first] = raycast(tree, mesh, { origin, direction, far: Infinity }).hits;
      const { hit } = bspRay(bsp, origin, direction);
      seen.rays++;
      if (hit !== null) seen.hits++;
      if (hit?.triangle !== first?.triangle || hit?.distance !== first?.distance) different.push([origin, direction]);
    }
    return different;
  }

  /** Returns the motions of a sphere or a box whose first contact has other bits than that of an exact sweep. */
  function differentSweeps(bsp: BspTree, tree: Tree, mesh: TriangleMesh, anyPoint: () => Vec3): readonly ShapeSweep[] {
    const { min, max } = meshBounds(mesh)!;
    const size = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 50;
    const box = {
      kind: 'box',
      halfEdges: [
        [size, 0, 0],
        [0, size, 0],
        [0, 0, 2 * size],
      ],
    } as const;
    const sweeper = createBspSweeper(bsp);
    const different: ShapeSweep[] = [];
    for (let i = 0; i < sweepCount; i++) {
      const sweep: ShapeSweep = { shape: i % 2 === 0 ? { kind: 'sphere', radius: size } : box, from: anyPoint(), to: anyPoint() };
      const { startsInSolid, ...ours } = sweeper.sweep(sweep);
      const exact = sweepShape(tree, mesh, sweep);
      seen.sweeps++;
      if (exact.state !== 'miss') seen.contacts++;
      const isSame = JSON.stringify({ ...ours, stats: null }) === JSON.stringify({ ...exact, stats: null });
      if (!isSame || startsInSolid !== (pointSide(bsp, sweep.from) === 'solid')) different.push(sweep);
    }
    return different;
  }

  afterAll(() => {
    expect(seen.meshes).toBeGreaterThan(isFullRun ? 20 : 10);
    expect(seen.solid).toBeGreaterThan(isFullRun ? 100 : 50);
    expect(seen.undecided).toBeLessThan(seen.points / 100);
    expect(Math.min(seen.hits, seen.contacts)).toBeGreaterThan(isFullRun ? 20 : 5);
    if (isFullRun) expect(Math.min(seen.points, seen.parity)).toBeGreaterThan(1_000_000);
    else expect(seen.parity).toBeGreaterThan(300);
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
