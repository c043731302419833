import { describe, expect, test } from 'vitest';
import { isClosed } from '#core/mesh/is-closed';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { ball, box, joined, knot, meshOf, named, placed, turned } from '../../../fixtures/shapes.ts';
import { changesOf, countsOf, manifoldVolume, repaired, trianglesAsText } from './repaired.ts';

/** The mesh without some triangles. */
function without(mesh: TriangleMesh, ...triangles: readonly number[]): TriangleMesh {
  const indices = mesh.indices.filter((_, i) => !triangles.includes(Math.floor(i / 3)));
  return { ...mesh, indices, parts: [{ ...mesh.parts[0]!, triangleCount: indices.length / 3 }] };
}

/** The mesh with some triangles flipped. */
function flipped(mesh: TriangleMesh, ...triangles: readonly number[]): TriangleMesh {
  return {
    ...mesh,
    indices: mesh.indices.map((vertex, i, all) => (triangles.includes(Math.floor(i / 3)) ? all[i - (i % 3) + [0, 2, 1][i % 3]!]! : vertex)),
  };
}

describe('filling holes', () => {
  test('closes a missing face of a box exactly', async () => {
    const result = await repaired(without(box(), 2, 3), { fillHoles: true });
    expect(countsOf(result)).toEqual({ 'holes filled': 1, 'triangles added': 2 });
    expect(isClosed(result.mesh)).toBe(true);
    expect(await manifoldVolume(result.mesh)).toBeCloseTo(8);
    expect(changesOf(result)['boundary-loops']).toEqual([1, 0]);
    const { removed, added } = result.steps[0]!.surface;
    expect(removed).toMatchObject({ found: 0, samples: 0 });
    // The middle of the top is 1 away from its rim.
    expect(added!.found).toBeCloseTo(1, 2);
    expect(added!.atMost).toBeGreaterThanOrEqual(1);
    expect(added!.atMost).toBeLessThan(1.002);
  });

  test('leaves holes open, if wanted, whose filling would intersect the surface or another filling', async () => {
    // A spike stands in the opening of the first box; the second one is open too.
    const open = without(box(), 2, 3);
    const spike = box([-0.2, -0.2, -3], [0.2, 0.3, 3]);
    const mesh = joined([open, placed(spike, 0.9), placed(open, 1, [20, 0, 0])]);
    const all = await repaired(mesh, { fillHoles: true });
    const some = await repaired(mesh, { fillHoles: true, avoidCrossings: true });
    expect(countsOf(all)['holes filled']).toBe(2);
    expect(changesOf(all)['self-intersections']).toBeDefined();
    expect(countsOf(some)).toEqual({
      'holes filled': 1,
      'triangles added': 2,
      'holes left, whose filling would intersect the surface': 1,
    });
    expect(changesOf(some)['self-intersections']).toBeUndefined();
    // Two lids that would cross each other, and no other surface: the first one stays.
    const sheet = without(box([0, 0, 0], [4, 4, 9]), 2, 3);
    const lids = joined([sheet, placed(without(box([1, 1, -8], [3, 3, 0.5]), 2, 3), 1, [0, 0, 8.5])]);
    expect(changesOf(await repaired(lids, { fillHoles: true }))['self-intersections']).toBeDefined();
    const one = await repaired(lids, { fillHoles: true, avoidCrossings: true });
    expect(countsOf(one)['holes filled']).toBe(1);
    expect(changesOf(one)['self-intersections']).toBeUndefined();
  });

  test('fills a hole as if one next to it, which is left open, had no filling', async () => {
    // Two cups that share two corners. The best filling of each has the edge between these.
    const cups = meshOf(
      [-1, 0, 0, 0, -2, -0.1, 1, 0, 0, 0, 2, -0.1, 0, 0, -50, 0, -2, 0.1, 0, 2, 0.1, 0, 0, 50],
      [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 5, 7, 5, 2, 7, 2, 6, 7, 6, 0, 7],
    );
    for (const side of [-1, 1]) {
      const [low, high] = side < 0 ? [-0.5, 0] : [0, 0.5];
      const mesh = joined([cups, box([0.05, 1.2, low!], [0.15, 1.3, high!])]);
      const result = await repaired(mesh, { fillHoles: true, avoidCrossings: true });
      expect(countsOf(result)).toMatchObject({ 'holes filled': 1, 'holes left, whose filling would intersect the surface': 1 });
      const { indices, positions } = result.mesh;
      const cornersOf = (i: number): readonly string[] =>
        [0, 1, 2].map((k) => positions.slice(3 * indices[i + k]!, 3 * indices[i + k]! + 3).join());
      const firsts = Array.from({ length: indices.length / 3 }, (_, i) => 3 * i);
      expect(firsts.filter((i) => ['-1,0,0', '1,0,0'].every((corner) => cornersOf(i).includes(corner)))).toHaveLength(2);
    }
  });

  test('closes curved holes of a knot, one of them large', async () => {
    const whole = knot(2, 3, 96, 10);
    const open = without(whole, ...Array.from({ length: 7 }, (_, i) => 300 + i), ...Array.from({ length: 320 }, (_, i) => 800 + i));
    const result = await repaired(open, { fillHoles: true });
    expect(countsOf(result)['holes filled']).toBeGreaterThan(1);
    expect(isClosed(result.mesh)).toBe(true);
    expect(result.after.facts).toMatchObject({ boundaryEdges: 0, nonManifoldEdges: 0, inconsistentEdges: 0 });
    expect(await manifoldVolume(result.mesh)).toBeGreaterThan(0);
  });

  test('divides a hole with more corners than the search takes', async () => {
    const half = ball(300, 20);
    // Triangles of each column: the upper half of the rows.
    const perColumn = triangleCount(half) / 300;
    const upper = Array.from({ length: triangleCount(half) }, (_, i) => i).filter((i) => i % perColumn < perColumn / 2);
    const result = await repaired(without(half, ...upper), { fillHoles: true, maxHoleEdges: 400 }, { only: 'boundary-loops' });
    expect(countsOf(result)['holes filled']).toBe(1);
    expect(isClosed(result.mesh)).toBe(true);
    expect(await manifoldVolume(result.mesh)).toBeCloseTo((2 * Math.PI) / 3, 1);
  });

  test('keeps the corners on a straight rim, so that no T-junction appears', async () => {
    // A box whose top edge has a vertex in its middle, without its top.
    const { positions } = box();
    const sides = [0, 3, 2, 0, 2, 1, 0, 1, 8, 0, 8, 4, 1, 5, 8, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];
    const result = await repaired(meshOf([...positions, 0, -1, 1], sides), { fillHoles: true });
    expect(countsOf(result)).toEqual({ 'holes filled': 1, 'triangles added': 3 });
    expect(result.after.findings.map(({ code }) => code)).not.toContain('zero-area-triangles');
    expect(await manifoldVolume(result.mesh)).toBeCloseTo(8);
  });

  test('leaves holes over the limits, and the rim of a single triangle', async () => {
    const open = without(ball(24, 12), 1, 2, 3, 4);
    expect(countsOf(await repaired(open, { fillHoles: true, maxHoleEdges: 5 }))).toEqual({ 'holes left, over the limits': 1 });
    expect(countsOf(await repaired(open, { fillHoles: true, maxHoleEdges: 6 }))).toEqual({ 'holes filled': 1, 'triangles added': 4 });
    expect(countsOf(await repaired(open, { fillHoles: true, maxHoleSize: 0.01 }))).toEqual({ 'holes left, over the limits': 1 });
    const single = await repaired(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), { fillHoles: true });
    expect(countsOf(single)).toEqual({ 'single triangles left, which are no holes': 1 });
  });

  test('fans around a new vertex where every diagonal is an edge already', async () => {
    // A square rim whose two diagonals are edges of triangles below it.
    const mesh = meshOf(
      [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, -1, 0.5, 0.5, -2],
      [0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0, 0, 2, 5, 1, 3, 5],
    );
    const result = await repaired(mesh, { fillHoles: true });
    expect(countsOf(result)['triangles added']).toBeGreaterThanOrEqual(4);
    expect(result.after.facts.nonManifoldEdges).toBe(0);
  });
});

describe('fixing winding', () => {
  test('flips the minority, and pieces that face inward', async () => {
    const mesh = joined([named('a', flipped(ball(12, 8), 3, 50)), named('b', placed(turned(box()), 1, [5, 0, 0]))]);
    const result = await repaired(mesh, { fixWinding: true });
    expect(countsOf(result)).toEqual({
      'triangles flipped': 14,
      'triangles with a winding unlike their neighbours': 2,
      'closed components flipped to face outward': 1,
    });
    expect(result.after.facts.inconsistentEdges).toBe(0);
    expect(changesOf(result)).toEqual({ 'inconsistent-winding': [6, 0], 'inside-out-pieces': [1, 0] });
    expect(await manifoldVolume(result.mesh)).toBeCloseTo(8 + (await manifoldVolume(ball(12, 8)))!, 4);
    expect(result.steps[0]!.surface.removed!.atMost).toBe(0);
  });

  test('counts triangles unlike their neighbours that stay as they are when their component is flipped', async () => {
    const result = await repaired(flipped(turned(box()), 0), { fixWinding: true });
    expect(countsOf(result)).toEqual({
      'triangles flipped': 11,
      'triangles with a winding unlike their neighbours': 1,
      'closed components flipped to face outward': 1,
    });
    expect(await manifoldVolume(result.mesh)).toBeCloseTo(8);
  });

  test('keeps a cavity inward', async () => {
    const hollow = joined([box([-3, -3, -3], [3, 3, 3]), turned(box())]);
    expect((await repaired(hollow, { fixWinding: true })).steps[0]!.counts).toEqual([]);
  });

  test('flips a box with a missing face outward, and keeps the side of an open sheet', async () => {
    const result = await repaired(turned(without(box(), 2, 3)), { fixWinding: true, fillHoles: true });
    expect(countsOf(result)).toEqual({ 'triangles flipped': 10, 'open components flipped to face outward': 1 });
    expect(await manifoldVolume(result.mesh)).toBeCloseTo(8);
    // A roof: bent, but mostly open.
    const roof = meshOf([0, 0, 0, 0, 2, 0, 1, 0, 0.2, 1, 2, 0.2, 2, 0, 0, 2, 2, 0], [0, 2, 1, 1, 2, 3, 2, 4, 3, 3, 4, 5]);
    for (const sheet of [roof, turned(roof)]) expect((await repaired(sheet, { fixWinding: true })).steps[0]!.counts).toEqual([]);
  });
});

describe('splitting non-manifold edges and vertices', () => {
  /** Two boxes that share an edge. */
  const atEdge = joined([box([0, 0, 0], [1, 1, 1]), box([1, 1, 0], [2, 2, 1])]);

  test('separates two boxes at a common edge, each closed', async () => {
    expect(changesOf(await repaired(atEdge, { weld: 0 }))).toMatchObject({});
    const result = await repaired(atEdge, { splitNonManifold: 0.001 });
    expect(countsOf(result)).toEqual({ 'non-manifold edges split': 1, 'vertices split': 2, 'vertices added': 2 });
    expect(result.after.facts).toMatchObject({ nonManifoldEdges: 0, boundaryEdges: 0, components: 2 });
    expect(result.after.findings.map(({ code }) => code)).not.toContain('self-intersections');
    expect(await manifoldVolume(result.mesh)).toBeCloseTo(2, 2);
    const { removed, added } = result.steps[0]!.surface;
    for (const distance of [removed!, added!]) {
      expect(distance.found).toBeGreaterThan(0);
      expect(distance.atMost).toBeLessThanOrEqual(0.0005);
    }
  });

  test('without a gap only the indices change, as Manifold and engines see it', async () => {
    const { mesh } = await repaired(atEdge, { weld: 0 });
    const result = await repaired(mesh, { splitNonManifold: 0 });
    expect(result.steps[0]!.surface.removed!.atMost).toBe(0);
    expect(countsOf(result)['vertices added']).toBe(2);
    expect(new Set(result.mesh.indices.subarray(0, 36))).not.toContain(
      result.mesh.indices.subarray(36).find((i) => result.mesh.indices.subarray(0, 36).includes(i)),
    );
    expect(await manifoldVolume(result.mesh, true)).toBeCloseTo(2);
  });

  test('separates a fin from a box, which stays closed', async () => {
    const { positions, indices } = box();
    const fin = meshOf([...positions, -1, -1, 3, 1, -1, 3], [...indices, 4, 5, 9, 4, 9, 8]);
    const result = await repaired(fin, { splitNonManifold: 0.01 });
    expect(result.after.facts).toMatchObject({ nonManifoldEdges: 0, components: 2 });
    expect(result.after.findings.map(({ code }) => code)).not.toContain('non-manifold-vertices');
    expect(result.after.facts.boundaryEdges).toBe(4);
  });

  test('separates two cones at their tip', async () => {
    const cone = (z: number): TriangleMesh =>
      meshOf([0, 0, 0, 1, 0, z, 0, 1, z, -1, -1, z], z < 0 ? [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3] : [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]);
    const result = await repaired(joined([cone(1), cone(-1)]), { splitNonManifold: 0.02 });
    expect(changesOf(result)).toMatchObject({ 'non-manifold-vertices': [1, 0] });
    expect(countsOf(result)).toEqual({ 'vertices split': 1, 'vertices added': 1 });
  });
});

describe('splitting T-junctions', () => {
  /** A strip of two triangles over three below: the vertex in the middle of the seam is missing above. */
  const seam = (height: number): TriangleMesh =>
    meshOf([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, -1, 0, 2, -1, 0, 1, height, 0], [0, 1, 2, 0, 2, 3, 4, 6, 0, 4, 5, 6, 5, 1, 6]);

  test('splits the edge at a vertex exactly on it', async () => {
    const result = await repaired(seam(0), { splitJunctions: 0 });
    expect(countsOf(result)).toEqual({ 'vertices inserted into edges': 1, 'triangles split': 1 });
    expect(changesOf(result)).toMatchObject({ 't-junctions': [1, 0] });
    expect(result.after.facts.boundaryEdges).toBe(6);
    expect(result.steps[0]!.surface.removed!.atMost).toBeLessThan(1e-12);
  });

  test('splits it at a vertex within the distance, and moves the surface no farther', async () => {
    const result = await repaired(seam(-0.01), { splitJunctions: 0.02 });
    expect(result.after.facts.boundaryEdges).toBe(6);
    expect(result.steps[0]!.surface.added!.atMost).toBeLessThanOrEqual(0.02);
    expect((await repaired(seam(-0.01), { splitJunctions: 0.005 })).steps[0]!.counts).toEqual([]);
  });

  test('splits an edge at many vertices, on all three sides of a triangle', async () => {
    const corners = [
      [0, 0],
      [4, 0],
      [0, 4],
    ] as const;
    const positions: number[] = corners.flatMap(([x, y]) => [x, y, 0]);
    const indices = [0, 1, 2];
    // Along each side, four small triangles outside.
    corners.forEach(([x, y], side) => {
      const [u, v] = corners[(side + 1) % 3]!;
      const first = positions.length / 3;
      for (let i = 0; i <= 4; i++) positions.push(x + ((u - x) * i) / 4, y + ((v - y) * i) / 4, 0);
      positions.push((x + u) / 2 + (v - y), (y + v) / 2 - (u - x), 0);
      for (let i = 0; i < 4; i++) indices.push(first + i + 1, first + i, first + 5);
    });
    const result = await repaired(meshOf(positions, indices), { weld: 0, splitJunctions: 0 });
    expect(countsOf(result, 1)).toEqual({ 'vertices inserted into edges': 9, 'triangles split': 1 });
    expect(triangleCount(result.mesh)).toBe(12 + 10);
    expect(result.after.facts).toMatchObject({ nonManifoldEdges: 0, inconsistentEdges: 0, zeroAreaTriangles: 0, boundaryEdges: 6 });
  });
});

describe('simplifying', () => {
  test('reaches a budget, keeps the surface closed, and measures the deviation both ways', async () => {
    const mesh = ball(96, 48);
    const result = await repaired(mesh, { simplifyTo: 1000 }, { maxTriangles: 1000 });
    expect(triangleCount(result.mesh)).toBeLessThanOrEqual(1000);
    expect(triangleCount(result.mesh)).toBeGreaterThan(900);
    expect(isClosed(result.mesh)).toBe(true);
    expect(changesOf(result)['triangle-budget']).toBeDefined();
    const { removed, added } = result.steps[0]!.surface;
    for (const distance of [removed!, added!]) {
      expect(distance.found).toBeGreaterThan(1e-3);
      expect(distance.found).toBeLessThan(0.05);
      expect(distance.atMost).toBeLessThan(1.1 * distance.found);
    }
    // Vertices stay where they were.
    const before = new Set(Array.from({ length: mesh.positions.length / 3 }, (_, i) => mesh.positions.slice(3 * i, 3 * i + 3).join()));
    for (let i = 0; i < result.mesh.positions.length; i += 3) expect(before.has(result.mesh.positions.slice(i, i + 3).join())).toBe(true);
  });

  test('stops at an error, far from the origin as well', async () => {
    for (const move of [
      [0, 0, 0],
      [500_000, 5_400_000, 100],
    ] as const) {
      const result = await repaired(placed(ball(64, 32), 1, move), { maxError: 0.01 });
      expect(triangleCount(result.mesh)).toBeLessThan(1200);
      expect(result.steps[0]!.surface.removed!.found).toBeLessThan(0.03);
    }
  });

  test('keeps parts and materials apart without opening their borders', async () => {
    const { parts, ...rest } = ball(64, 32);
    const count = rest.indices.length / 3;
    const third = Math.floor(count / 3);
    const mesh: TriangleMesh = {
      ...rest,
      parts: [
        { ...parts[0]!, name: 'a', triangleCount: third },
        { ...parts[0]!, name: 'b', firstTriangle: third, triangleCount: count - third },
      ],
      materials: { names: ['wood', 'steel'], runs: [0, 0, 2 * third, 1] },
    };
    const result = await repaired(mesh, { simplifyTo: 800 });
    expect(isClosed(result.mesh)).toBe(true);
    expect(result.mesh.parts.map(({ name, triangleCount: left }) => [name, left > 100])).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(result.mesh.materials!.names).toEqual(['wood', 'steel']);
  });

  test('keeps only polygons whose triangles all survived', async () => {
    const whole = ball(64, 32);
    const pairs = Uint32Array.from({ length: triangleCount(whole) }, (_, i) => (i % 2 === 0 ? i : 2));
    const mesh: TriangleMesh = { ...whole, polygons: pairs };
    const result = await repaired(mesh, { simplifyTo: Math.floor(0.9 * triangleCount(mesh)) });
    const polygonsOf = (of: TriangleMesh): readonly string[] => {
      const triangles = trianglesAsText(of);
      const polygons = of.polygons ?? [];
      return Array.from({ length: polygons.length / 2 }, (_, i) =>
        triangles.slice(polygons[2 * i], polygons[2 * i]! + polygons[2 * i + 1]!).join(' / '),
      );
    };
    const before = new Set(polygonsOf(mesh));
    const after = polygonsOf(result.mesh);
    expect(after.length).toBeGreaterThan(100);
    expect(after.filter((polygon) => !before.has(polygon))).toEqual([]);
  });

  test('does nothing within the budget', async () => {
    expect((await repaired(box(), { simplifyTo: 12 })).steps[0]!.counts).toEqual([]);
    // Of fifteen triangles, three are not finite.
    const { positions, indices } = box();
    const broken = meshOf([...positions, NaN, 0, 0], [...indices, 0, 1, 8, 1, 2, 8, 2, 3, 8]);
    expect(countsOf(await repaired(broken, { simplifyTo: 13 }))).toEqual({ 'non-finite triangles dropped': 3 });
  });

  test('drops non-finite triangles first, which count in the budget', async () => {
    const mesh = joined([box(), meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])]);
    const result = await repaired(mesh, { simplifyTo: 12 });
    expect(countsOf(result)).toEqual({ 'non-finite triangles dropped': 1 });
    expect(trianglesAsText(result.mesh).toSorted()).toEqual(trianglesAsText(box()).toSorted());
  });
});

test.each([
  ['without triangles', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [])],
  ['of non-finite triangles', meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])],
])('a mesh %s is not repaired', async (_, mesh) => {
  await expect(repaired(mesh, { dropUnused: true })).rejects.toThrow('The mesh has no finite triangle to repair');
});
