import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outsideLeaves } from '#core/bsp/bsp-picture';
import { buildBsp } from '#core/bsp/build-bsp';
import { bspCells, meanOfPoints } from '#core/bsp/cells';
import { leavesAt } from '#core/bsp/point-side';
import type { BspPlane } from '#core/bsp/plane';
import { planeSide } from '#core/bsp/plane-side';
import { cellLinks, leakFrom, routeTo } from '#core/bsp/route';
import { createVisibleSets } from '#core/bsp/visible-set';
import { importMesh } from '#core/import/import-mesh';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { meshOfRuns } from '#core/mesh/mesh-of-runs';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { isInsideClosedMesh } from '#core/query/inside-closed-mesh';
import { raycast } from '#core/query/ray/ray';
import { segmentCast } from '#core/query/segment/segment';
import { followObject } from '#core/sweep/bsp/follow-object';
import { planeOffsetSweep } from '#core/sweep/bsp/plane-offset-sweep';
import { createBspSweeper } from '#core/sweep/bsp/sweep-bsp';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import type { ShapeSweep } from '#core/sweep/convex/query';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { buildTree } from '#core/tree/build-tree';
import type { Tree } from '#core/tree/layout';
import { openTree } from '#core/tree/open-tree';
import { compiledVisibility } from '../fixtures/quake3-visdata.ts';
import { seededRandom } from '../fixtures/random.ts';
import { fortieth, scaled } from '../fixtures/scale.ts';
import { corpusFolder, describeCorpus } from './corpus.ts';

const path = 'level/openarena/aggressor.bsp';

/** A level of closed brushes with its cells. */
function levelOf(mesh: TriangleMesh) {
  const bsp = buildBsp(mesh);
  const cells = bspCells(bsp);
  return { mesh, bsp, cells, links: cellLinks(cells), tree: openTree(buildTree(mesh, {})) };
}

type Level = ReturnType<typeof levelOf>;

let made: Promise<Level & { readonly compiled: ReturnType<typeof compiledVisibility> }> | null = null;

/** The level as it is; its tests share it, and change nothing. */
function aggressor() {
  return (made ??= (async () => {
    const bytes = readFileSync(join(corpusFolder, path));
    const context = { fileName: 'aggressor.bsp', progress: () => {}, readSideFile: () => Promise.resolve(null) };
    const { mesh } = await importMesh(bytes, { ...context, options: { colliders: 'only' } });
    return { ...levelOf(mesh), compiled: compiledVisibility(bytes) };
  })());
}

describeCorpus('the cells of an OpenArena level', () => {
  it('are convex, share portals on their borders, and fill what no brush fills', async () => {
    const { mesh, bsp, cells } = await aggressor();
    const { space, windings } = bsp;
    const { regions, portals } = cells;
    const points = regions.map((region) => [...new Set(region.flatMap((face) => face.points))]);
    const sides = (leaf: number, plane: BspPlane): ReadonlySet<number> =>
      new Set(points[leaf]!.map((point) => planeSide(space, plane, point)));
    const straddled = regions.flatMap((region, leaf) =>
      region.filter(({ plane }) => sides(leaf, plane).has(1) === sides(leaf, plane).has(-1)),
    );
    expect(straddled).toEqual([]);
    let outside = 0;
    for (const { front, back, polygon } of portals) {
      for (const leaf of [front, back]) {
        if (windings[leaf] !== 0 || !regions[leaf]!.some(({ plane }) => plane === polygon.plane)) outside++;
        for (const { plane } of regions[leaf]!) {
          const inner = sides(leaf, plane).has(1) ? 1 : -1;
          if (polygon.points.some((point) => planeSide(space, plane, point) === -inner)) outside++;
        }
      }
    }
    expect(outside).toBe(0);
    expect([portals.length > 5000, cells.cells > 1500]).toEqual([true, true]);
    const { min, max } = space.box;
    const box = (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2]);
    expect(Math.abs(cells.solidVolume + cells.emptyVolume - box)).toBeLessThanOrEqual(2 * cells.volumeError + box * 1e-13);
    // Each point is in one leaf, which is empty unless some brush has the point in it.
    const random = seededRandom(3);
    const brushes = mesh.parts.map(({ firstTriangle, triangleCount: count }) => meshOfRuns(mesh, [firstTriangle, count]));
    const trees: Tree[] = [];
    const boxes = brushes.map((brush) => meshBounds(brush)!);
    const isIn = (point: Vec3, at: number): boolean =>
      point.every((value, k) => value >= boxes[at]!.min[k]! && value <= boxes[at]!.max[k]!) &&
      isInsideClosedMesh((trees[at] ??= openTree(buildTree(brushes[at]!, {}))), brushes[at]!, point) === true;
    const counts = { solid: 0, empty: 0, differ: 0 };
    for (let i = 0; i < scaled(10_000); i++) {
      const point = [0, 1, 2].map((k) => min[k]! + random() * (max[k]! - min[k]!)) as unknown as Vec3;
      const leaves = leavesAt(bsp, point);
      const isSolid = brushes.some((_, at) => isIn(point, at));
      counts[isSolid ? 'solid' : 'empty']++;
      if (leaves.length !== 1 || isSolid !== (windings[leaves[0]!] !== 0)) counts.differ++;
    }
    expect(counts.differ).toBe(0);
    expect(Math.min(counts.solid, counts.empty)).toBeGreaterThan(10);
  });

  it('seal the level, and leak through the place of a brush that is removed', async () => {
    const level = await aggressor();
    const { mesh, bsp, cells, links, tree, compiled } = level;
    expect(compiled.starts).toHaveLength(7);
    const isOutside = outsideLeaves(bsp, cells, links);
    for (const start of compiled.starts) {
      const [leaf] = leavesAt(bsp, start);
      expect(leakFrom(cells, links, start, leaf!)).toEqual([]);
      expect(isOutside[leaf!]).toBe(0);
    }
    const inner = compiled.starts[3]!;
    const brush = onlyBrushOut(level, inner);
    const { firstTriangle, triangleCount: count } = mesh.parts[brush]!;
    const end = firstTriangle + count;
    const without = levelOf(meshOfRuns(mesh, [0, firstTriangle, end, triangleCount(mesh) - end]));
    const leak = leakFrom(without.cells, without.links, inner, leavesAt(without.bsp, inner)[0]!);
    expect(leak.length).toBeGreaterThan(2);
    const blocking = new Set<number>();
    for (let i = 1; i < leak.length; i++) {
      const segment = { from: leak[i - 1]!, to: leak[i]! };
      expect(segmentCast(without.tree, without.mesh, segment, { mode: 'any' }).hits).toEqual([]);
      for (const { part } of segmentCast(tree, mesh, segment, { mode: 'all' }).hits) blocking.add(part!);
    }
    expect([...blocking]).toEqual([brush]);
  });

  it('stop a ball that is followed between starts of players as the whole level does, with fewer tests', async () => {
    const { bsp, cells, links, tree, compiled } = await aggressor();
    const sums = { steps: 0, contacts: 0, cellTriangles: 0, treeTriangles: 0, allTriangles: 0, differences: 0, visits: 0 };
    for (const [i, from] of compiled.starts.entries()) {
      const to = compiled.starts[(i + 1) % compiled.starts.length]!;
      const goal = leavesAt(bsp, to)[0]!;
      const { portals } = routeTo(links, leavesAt(bsp, from)[0]!, (leaf) => leaf === goal)!;
      const route = [from, ...portals.map((portal) => meanOfPoints(cells.portals[portal]!.polygon.points)), to];
      // Half the width of a player.
      const followed = followObject({ bsp, cells, links, tree }, route, 15);
      expect(followed.state).toBe('arrived');
      for (const key of ['steps', 'contacts', 'cellTriangles', 'treeTriangles', 'allTriangles', 'differences'] as const)
        sums[key] += followed[key];
      sums.visits += followed.visits.length;
      for (const { leaf, from: start, to: stop, piece } of followed.visits) {
        if (stop - start < 1e-6) continue;
        const [p, q] = [route[piece]!, route[piece + 1]!];
        const middle = p.map((value, k) => value + ((start + stop) / 2) * (q[k]! - value)) as unknown as Vec3;
        expect(leavesAt(bsp, middle)).toContain(leaf);
      }
    }
    expect(sums.differences).toBe(0);
    expect(sums.steps).toBeGreaterThan(1000);
    expect(sums.contacts).toBeGreaterThan(10);
    expect(sums.visits).toBeGreaterThan(50);
    expect(sums.cellTriangles).toBeLessThan(sums.allTriangles / 50);
  });

  it('are swept by spheres and boxes with the results of brute force', async () => {
    const { mesh, bsp, tree, compiled } = await aggressor();
    const sweeper = createBspSweeper(bsp);
    const random = seededRandom(5);
    const counts = { hit: 0, miss: 0, startsInside: 0, early: 0, differ: 0 };
    for (let i = 0; i < scaled(800); i++) {
      const from = compiled.starts[i % compiled.starts.length]!;
      const to = from.map((value) => value + 800 * (random() - 0.5)) as unknown as Vec3;
      const size = 4 + 12 * random();
      const box = {
        kind: 'box',
        halfEdges: [
          [size, 0, 0],
          [0, size, 0],
          [0, 0, 1.5 * size],
        ],
      } as const;
      const sweep: ShapeSweep = { shape: i % 2 === 0 ? { kind: 'sphere', radius: size } : box, from, to };
      const { stats, startsInSolid, ...exact } = sweeper.sweep(sweep);
      const offset = planeOffsetSweep(bsp, sweep);
      const brute = sweepBruteForce(mesh, sweep, exact.interval);
      counts[exact.state]++;
      const same = JSON.stringify({ ...sweepShape(tree, mesh, sweep), stats: null }) === JSON.stringify({ ...exact, stats: null });
      // Brute force proves that nothing is touched before the interval, and that the triangle is within it.
      const isProven =
        exact.interval === null
          ? brute.state === exact.state
          : !brute.touchesBefore && brute.intervalTriangles.includes(exact.contact!.triangle);
      if (!same || !isProven || startsInSolid || stats.trianglesTested > triangleCount(mesh)) counts.differ++;
      if (exact.state === 'miss' ? offset.state === 'hit' : offset.time! < exact.time! * (1 - 1e-6)) counts.early++;
      if (exact.state === 'hit' && !(offset.time! <= exact.time! * (1 + 1e-9))) counts.differ++;
    }
    expect(counts.differ).toBe(0);
    expect(Math.min(counts.hit, counts.early, counts.miss)).toBeGreaterThan(1);
  });

  it('see what a free line reaches, as the visibility of the level compiler does', async () => {
    const { bsp, cells, links, mesh, tree, compiled } = await aggressor();
    const sets = createVisibleSets(cells, links);
    const random = seededRandom(11);
    const inner = reachedFrom(links, leavesAt(bsp, compiled.starts[0]!)[0]!);
    const pointIn = (leaf: number): Vec3 => randomPoint(cells.regions[leaf]!, random);
    const isFree = (from: Vec3, to: Vec3): boolean => segmentCast(tree, mesh, { from, to }, { mode: 'any' }).hits.length === 0;
    const counts = { pairs: 0, both: 0, neither: 0, onlyUs: 0, onlyUsFree: 0, onlyCompiler: 0, onlyCompilerFree: 0, free: 0, hidden: 0 };
    const views = inner.filter((_, i) => i % Math.ceil(inner.length / fortieth(160)) === 0);
    for (const from of views) {
      const { isVisible } = sets.from(from);
      for (let i = 0; i < 400; i++) {
        const to = inner[Math.floor(random() * inner.length)]!;
        const [p, q] = [pointIn(from), pointIn(to)];
        const [a, b] = [compiled.clusterAt(p), compiled.clusterAt(q)];
        if (a < 0 || b < 0) continue;
        counts.pairs++;
        const ours = isVisible[to] === 1;
        const theirs = compiled.isVisible(a, b);
        const kind = ours ? (theirs ? 'both' : 'onlyUs') : theirs ? 'onlyCompiler' : 'neither';
        counts[kind]++;
        // Where they differ, more lines between the two cells are tried.
        if (kind === 'onlyUs' || kind === 'onlyCompiler')
          if (Array.from({ length: 40 }).some(() => isFree(pointIn(from), pointIn(to)))) counts[`${kind}Free`]++;
        if (!isFree(p, q)) continue;
        counts.free++;
        if (!ours || !theirs) counts.hidden++;
      }
    }
    expect(counts.hidden).toBe(0);
    expect(counts.onlyCompilerFree).toBe(0);
    expect(Math.min(counts.free, counts.onlyUs, counts.onlyCompiler)).toBeGreaterThan(10);
  });
});

/** Returns the cells that portals connect with a cell. */
function reachedFrom(links: Level['links'], start: number): readonly number[] {
  const reached = new Set([start]);
  for (const leaf of reached) for (const link of links[leaf] ?? []) reached.add(link.leaf);
  return [...reached].sort((p, q) => p - q);
}

/** Returns a random mean of the corners of a convex cell. */
function randomPoint(region: Level['cells']['regions'][number], random: () => number): Vec3 {
  const corners = [...new Set(region.flatMap(({ points }) => points))];
  const weights = corners.map(() => -Math.log(1 - random()));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const mean = (of: (index: number) => number): number => corners.reduce((all, _, i) => all + (weights[i]! / sum) * of(i), 0);
  return [mean((i) => corners[i]!.x), mean((i) => corners[i]!.y), mean((i) => corners[i]!.z)];
}

/** Returns the brush that alone is between a point and the outside, in some direction. */
function onlyBrushOut({ mesh, tree }: Pick<Level, 'mesh' | 'tree'>, origin: Vec3): number {
  const random = seededRandom(1);
  for (;;) {
    const direction: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
    const parts = new Set(raycast(tree, mesh, { origin, direction, far: Infinity }, { mode: 'all' }).hits.map(({ part }) => part!));
    if (parts.size === 1) return [...parts][0]!;
  }
}
