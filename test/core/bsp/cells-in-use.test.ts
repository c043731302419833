import { buildBsp } from '#core/bsp/build-bsp';
import { bspCells } from '#core/bsp/cells';
import { cellLinks } from '#core/bsp/route';
import { buildBspCells } from '#core/bsp/bsp-report';
import { createCellTriangles } from '#core/bsp/cell-triangles';
import { followPoint } from '#core/bsp/follow';
import { leavesAt } from '#core/bsp/point-side';
import { createVisibleSets } from '#core/bsp/visible-set';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPoint } from '#core/query/closest/closest';
import { segmentCast } from '#core/query/segment/segment';
import { followObject } from '#core/sweep/bsp/follow-object';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, joined, knot, meshOf, turned } from '../../fixtures/shapes.ts';
import { twoRooms } from '../../fixtures/two-rooms.ts';

function solved(mesh: TriangleMesh) {
  const built = buildBspCells(mesh, {});
  if (built.kind === 'open') throw new Error('The mesh is open');
  const { min, max } = meshBounds(mesh)!;
  const random = seededRandom(7);
  const anyPoint = (): Vec3 => [0, 1, 2].map((k) => min[k]! + (1.1 * random() - 0.05) * (max[k]! - min[k]!)) as unknown as Vec3;
  const emptyPoint = (): Vec3 => {
    for (;;) {
      const point = anyPoint();
      const leaves = leavesAt(built.tree, point);
      if (leaves.length === 1 && built.tree.windings[leaves[0]!] === 0) return point;
    }
  };
  return { ...built, mesh, aabb: openTree(buildTree(mesh, {})), random, anyPoint, emptyPoint };
}

const levels: readonly (readonly [name: string, mesh: TriangleMesh])[] = [
  ['two rooms', twoRooms()],
  ['a room with a pillar', joined([box([-3, -3, -3], [3, 3, 3]), turned(box([-2, -2, -2], [2, 2, 2])), box([0, -2, 0], [1, 2, 1])])],
  ['a knot', knot(2, 3, 16, 4)],
  ['a ball in a box', joined([box([-3, -3, -3], [3, 3, 3]), turned(box([-2.5, -2.5, -2.5], [2.5, 2.5, 2.5])), ball(8, 4)])],
];

describe('a point that is followed through portals', () => {
  test.each(levels)('in %s is in the cells that the tree finds, until a solid stops it', (_, mesh) => {
    const { tree, cells, links, aabb, anyPoint, emptyPoint } = solved(mesh);
    const states = new Set<string>();
    let passed = 0;
    let relocated = 0;
    for (let i = 0; i < 150; i++) {
      const from = emptyPoint();
      const to = anyPoint();
      const { visits, state, located } = followPoint(tree, cells, links, from, to);
      const at = (t: number): Vec3 => [0, 1, 2].map((k) => from[k]! + t * (to[k]! - from[k]!)) as unknown as Vec3;
      states.add(state);
      relocated += located - (state === 'blocked' ? 1 : 0);
      expect(visits[0]!.from).toBe(0);
      for (const [at1, visit] of visits.entries()) {
        if (at1 > 0) expect(visit.from).toBeCloseTo(visits[at1 - 1]!.to, 6);
        if (visit.to - visit.from > 1e-6) expect(leavesAt(tree, at((visit.from + visit.to) / 2))).toEqual([visit.leaf]);
        if (visit.portal === null) continue;
        passed++;
        const { front, back } = cells.portals[visit.portal]!;
        expect([front, back].sort()).toEqual([visits[at1 - 1]!.leaf, visit.leaf].sort());
      }
      // Triangles inside a portal do not exist: the first triangle that the line crosses is the end.
      const { hits } = segmentCast(aabb, mesh, { from, to }, { mode: 'first' });
      expect(state === 'blocked', `${from.join()} ${to.join()}`).toBe(hits.length > 0);
      if (hits.length > 0) expect(visits.at(-1)!.to).toBeCloseTo(hits[0]!.fraction!, 6);
      if (state === 'arrived') expect(visits.at(-1)!.to).toBe(1);
    }
    expect(passed).toBeGreaterThan(50);
    expect(relocated).toBeLessThan(passed / 50);
    expect(states.has('blocked') && states.has('arrived')).toBe(true);
  });

  test('along a line in the planes of portals is located again, and arrives', () => {
    const { tree, cells, links } = solved(box());
    const { state, visits } = followPoint(tree, cells, links, [-1.1, -1, 0], [-1.1, 1.2, 0]);
    expect(state).toBe('arrived');
    expect(visits.at(-1)!.to).toBe(1);
    expect(followPoint(tree, cells, links, [0, 0, 0], [0, 5, 0])).toMatchObject({ state: 'blocked', visits: [] });
  });
});

describe('the triangles of the cells of a ball', () => {
  test.each(levels)('in %s have the closest triangle of the whole mesh among them', (_, mesh) => {
    const { tree, cells, links, aabb, emptyPoint } = solved(mesh);
    const near = createCellTriangles(tree, cells, links);
    let fewer = 0;
    for (let i = 0; i < 100; i++) {
      const point = emptyPoint();
      const { distance } = closestPoint(aabb, mesh, point).closest!;
      const chosen = near.near(leavesAt(tree, point)[0]!, point, distance).flatMap((leaf) => [...near.ofCell(leaf)]);
      const part = { ...mesh, indices: Uint32Array.from([...new Set(chosen)].flatMap((t) => [...mesh.indices.slice(3 * t, 3 * t + 3)])) };
      expect(closestPoint(openTree(buildTree(part, {})), part, point).closest!.distance).toBeCloseTo(distance, 12);
      if (new Set(chosen).size < triangleCount(mesh) / 2) fewer++;
    }
    expect(fewer).toBeGreaterThan(10);
  });

  test('stop a ball that starts near a wall, in a step that ends where its centre is in the solid', () => {
    const bsp = buildBsp(box());
    const cells = bspCells(bsp);
    const extent = Math.max(...box().positions);
    const way: readonly Vec3[] = [
      [1.1 * extent, 0, 0],
      [0, 0, 0],
    ];
    const request = { bsp, cells, links: cellLinks(cells), tree: openTree(buildTree(box(), {})) };
    expect(followObject(request, way, 0.02 * extent)).toMatchObject({ state: 'blocked', steps: 3, contacts: 1, differences: 0 });
  });

  test.each(levels)('in %s stop a moving ball as the whole mesh does, with fewer tests', (name, mesh) => {
    const { tree: bsp, cells, links, aabb, emptyPoint } = solved(mesh);
    const sums = { steps: 0, contacts: 0, cellTriangles: 0, allTriangles: 0, differences: 0 };
    for (let i = 0; i < 12; i++) {
      const followed = followObject({ bsp, cells, links, tree: aabb }, [emptyPoint(), emptyPoint(), emptyPoint()], 0.2 * (i % 3));
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += followed[key];
      // No step before the end of the way is left out.
      const ends = [0, 1].map((piece) => followed.visits.findLast((visit) => visit.piece === piece)?.to ?? 0);
      expect(followed.steps).toBe(Math.ceil(32 * ends[0]!) + Math.ceil(32 * ends[1]!));
    }
    expect(sums.differences).toBe(0);
    expect(sums.steps).toBeGreaterThan(50);
    expect(sums.contacts).toBeGreaterThan(0);
    expect(sums.cellTriangles).toBeLessThan(sums.allTriangles * (name === 'a knot' ? 0.9 : 0.7));
  });
});

describe('a ball that follows cells', () => {
  test('stops at triangles without area, which are on no border of a cell', () => {
    const room = joined([box([-3, -3, -3], [3, 3, 3]), turned(box([-2, -2, -2], [2, 2, 2]))]);
    // A needle across the room.
    const needle = meshOf([0, -1, 0, 0, 1, 0], [0, 1, 1]);
    const { tree: bsp, cells, links, aabb } = solved(joined([room, needle]));
    const followed = followObject(
      { bsp, cells, links, tree: aabb },
      [
        [-1.5, 0, 0.1],
        [1.5, 0, 0.1],
      ],
      0.25,
    );
    expect(followed).toMatchObject({ state: 'arrived', steps: 32, differences: 0 });
    // The ball is within its radius of the needle for 0.46 of 3 units.
    expect(followed.contacts).toBe(6);
  });
});

describe('potentially visible sets', () => {
  test.each(levels)('of %s have every cell that a free segment reaches', (_, mesh) => {
    const { tree, cells, links, aabb, emptyPoint } = solved(mesh);
    const sets = createVisibleSets(cells, links);
    const known = new Map<number, Uint8Array>();
    let free = 0;
    for (let i = 0; i < 400 && known.size < (isFullRun ? 12 : 6); i++) {
      const from = emptyPoint();
      const to = emptyPoint();
      if (segmentCast(aabb, mesh, { from, to }, { mode: 'any' }).hits.length > 0) continue;
      free++;
      const [leaf] = leavesAt(tree, from);
      const set = known.get(leaf!) ?? sets.from(leaf!).isVisible;
      known.set(leaf!, set);
      expect(set[leavesAt(tree, to)[0]!], `${from.join()} ${to.join()}`).toBe(1);
    }
    expect(free).toBeGreaterThan(5);
  });

  test('leave out what is behind walls and corners', () => {
    const { tree, cells, links } = solved(twoRooms());
    const sets = createVisibleSets(cells, links);
    const outside = sets.from(leavesAt(tree, [0, 4.5, 0])[0]!);
    const room = sets.from(leavesAt(tree, [-7.9, -2.9, 3.9])[0]!);
    const inRoom = leavesAt(tree, [-7.9, 2.9, -3.9])[0]!;
    expect(room.isVisible[inRoom]).toBe(1);
    expect(outside.isVisible[inRoom]).toBe(0);
    expect(room.visible).toBeLessThanOrEqual(room.inFront);
    expect(room.visible).toBeLessThan(cells.cells / 2);
  });
});

test('a point that slides along a sloped wall within rounding arrives in few steps', () => {
  const { tree, cells, links } = solved(turned(box()));
  const { visits } = followPoint(tree, cells, links, [-1.05, 1, -1], [1.05, 1, 1 - 1e-16]);
  expect(visits.length).toBeLessThan(200);
  const slope = solved(meshOf([0, 0, 0, 3, 0, -1, 0, 3, -2, 0, 0, -4], [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0]));
  // In the plane x + 2y + 3z = 0 of its first face.
  const slid = followPoint(slope.tree, slope.cells, slope.links, [0.3, 0.3, -0.3], [0.9, 0.75, -0.8]);
  expect(slid.visits.length).toBeLessThan(200);
});
