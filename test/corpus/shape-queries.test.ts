import type { Vec3 } from '#core/math/vec3';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { boxOverlapBruteForce } from '#core/query/box/brute-force';
import { capsuleOverlapBruteForce } from '#core/query/capsule/brute-force';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { closestPoint } from '#core/query/closest/closest';
import { frustumOverlapBruteForce } from '#core/query/frustum/brute-force';
import { hullOverlapBruteForce } from '#core/query/hull/brute-force';
import { pointWinding } from '#core/query/inside/inside';
import { signedDistance } from '#core/query/inside/signed-distance';
import { windingSurface } from '#core/query/inside/surface';
import { createWindingTree, type WindingTree } from '#core/query/inside/winding-tree';
import { nearestBruteForce } from '#core/query/nearest/brute-force';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { planeOverlapBruteForce } from '#core/query/plane/brute-force';
import { planeOverlap } from '#core/query/plane/plane';
import { segmentPolygon } from '#core/query/polygon/polygon';
import { shapeDepthBruteForce } from '#core/query/push-out/brute-force';
import { pushShapeOut } from '#core/query/push-out/push-shape-out';
import { shapeTouch } from '#core/query/push-out/shape-touch';
import { segmentCastBruteForce } from '#core/query/segment/brute-force';
import { segmentCast } from '#core/query/segment/segment';
import { overlap, type QueryShape } from '#core/query/shape-overlap';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { triangleOverlapBruteForce } from '#core/query/triangle/brute-force';
import { buildTree } from '#core/tree/build-tree';
import type { Tree, TreeKind } from '#core/tree/layout';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { openTree } from '#core/tree/open-tree';
import { afterAll, expect, it } from 'vitest';
import { treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles, coveringSample } from './covering-sample.ts';
import { isInsideBruteForce } from './is-inside.ts';

/** Larger meshes only in the full run. */
const maxTriangles = isFullRun ? 200_000 : 1_500;
/** Triangles that brute force looks at for one query. */
const bruteBudget = isFullRun ? 2_000 : 60;
const sitesOfMesh = isFullRun ? 8 : 1;
const kindBudget = 1_500;

/**
 * All triangles are too many for exact brute force. It gets those whose AABB may meet that of the shape, by plain comparisons that need no tree, and
 * each query is small enough that these are few.
 */
function nearby(mesh: TriangleMesh, points: readonly Vec3[], radius = 0): readonly number[] {
  const low = [0, 1, 2].map((k) => Math.min(...points.map((p) => p[k]!)) - radius);
  const high = [0, 1, 2].map((k) => Math.max(...points.map((p) => p[k]!)) + radius);
  const slack = [0, 1, 2].map((k) => 1e-9 * (Math.abs(low[k]!) + Math.abs(high[k]!)));
  const { triangles, boxes } = finiteBoxes(mesh);
  return triangles.filter((_, i) =>
    [0, 1, 2].every((k) => boxes[6 * i + k]! <= high[k]! + slack[k]! && boxes[6 * i + 3 + k]! >= low[k]! - slack[k]!),
  );
}

interface FiniteBoxes {
  readonly triangles: readonly number[];
  /** Minimum and maximum (6 each). */
  readonly boxes: Float64Array;
}

/** Each mesh has dozens of queries, and each of these looks at all boxes. */
const knownBoxes = new WeakMap<TriangleMesh, FiniteBoxes>();

/** Returns the finite triangles and their AABBs. */
function finiteBoxes(mesh: TriangleMesh): FiniteBoxes {
  const known = knownBoxes.get(mesh);
  if (known !== undefined) return known;
  const triangles = Array.from({ length: triangleCount(mesh) }, (_, triangle) => triangle).filter((t) => isFiniteTriangle(mesh, t));
  const boxes = new Float64Array(6 * triangles.length);
  for (const [i, triangle] of triangles.entries()) {
    const corners = triangleVertices(mesh, triangle);
    for (const k of [0, 1, 2] as const) {
      boxes[6 * i + k] = Math.min(corners[0][k], corners[1][k], corners[2][k]);
      boxes[6 * i + 3 + k] = Math.max(corners[0][k], corners[1][k], corners[2][k]);
    }
  }
  const made = { triangles, boxes };
  knownBoxes.set(mesh, made);
  return made;
}

function finiteTriangles(mesh: TriangleMesh): readonly number[] {
  return finiteBoxes(mesh).triangles;
}

/** Returns a mesh of some triangles only. */
function only(mesh: TriangleMesh, triangles: readonly number[]): TriangleMesh {
  return { ...mesh, indices: Uint32Array.from(triangles.flatMap((t) => [...mesh.indices.subarray(3 * t, 3 * t + 3)])) };
}

/** How a mesh and its queries are moved: exactly, so that the result must be the same triangles. */
interface Move {
  readonly name: string;
  readonly point: (p: Vec3) => Vec3;
  readonly scale: number;
  /** The columns of the inverse, for a matrix that acts on points before it: column k of the product is factor · column `from`. */
  readonly columns: readonly (readonly [from: number, factor: number])[];
}

const asIs: Move = { name: 'as it is', point: (p) => p, scale: 1, columns: [0, 1, 2].map((k) => [k, 1] as const) };
const moves: readonly Move[] = [
  // x' = -y and y' = x, so M0·x + M1·y = -M1·x' + M0·y'.
  {
    name: 'a quarter turn',
    point: ([x, y, z]) => [0 - y, x, z],
    scale: 1,
    columns: [
      [1, -1],
      [0, 1],
      [2, 1],
    ],
  },
  {
    name: 'a scale of 2 to the -3',
    point: ([x, y, z]) => [x / 8, y / 8, z / 8],
    scale: 1 / 8,
    columns: [0, 1, 2].map((k) => [k, 8] as const),
  },
];

function movedMesh(mesh: TriangleMesh, { point }: Move): TriangleMesh {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) positions.set(point([positions[i]!, positions[i + 1]!, positions[i + 2]!]), i);
  return { ...mesh, positions };
}

/** A query as a search of a tree and by brute force, each as ascending triangles. */
interface Query {
  readonly name: string;
  readonly search: (tree: Tree, mesh: TriangleMesh) => readonly number[];
  readonly brute: (mesh: TriangleMesh) => readonly number[];
}

/** A place on the surface, and numbers from which the queries there are made. */
interface Site {
  readonly at: Vec3;
  readonly size: number;
  /** Vectors with components from -1 to 1. */
  readonly vectors: readonly Vec3[];
}

function sitesOf(mesh: TriangleMesh, count: number): readonly Site[] {
  const random = seededRandom(triangleCount(mesh) + 5);
  const usable = finiteTriangles(mesh);
  return Array.from({ length: usable.length === 0 ? 0 : count }, () => {
    const [a, b, c] = triangleVertices(mesh, usable[Math.floor(random() * usable.length)]!);
    const size = Math.max(...[0, 1, 2].map((k) => Math.max(Math.abs(b[k]! - a[k]!), Math.abs(c[k]! - a[k]!))));
    const [u, v] = [random() / 2, random() / 2];
    return {
      at: [0, 1, 2].map((k) => a[k]! + u * (b[k]! - a[k]!) + v * (c[k]! - a[k]!)) as unknown as Vec3,
      // Without an extent any size will do.
      size: (size || 1) * (0.1 + random()),
      vectors: Array.from({ length: 12 }, (): Vec3 => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]),
    };
  });
}

function queriesAt({ at, size, vectors }: Site, { point, scale, columns }: Move): readonly Query[] {
  const near = (i: number, reach: number): Vec3 => point(at.map((x, k) => x + reach * size * vectors[i]![k]!) as unknown as Vec3);
  const vector = (i: number, reach: number): Vec3 => point(vectors[i]!.map((x) => reach * size * x) as unknown as Vec3);
  const length = (part: number): number => scale * size * part;
  const [p, q, r] = [near(0, 0.8), near(1, 0.8), near(2, 0.8)];
  const overlaps = (
    name: string,
    shape: QueryShape,
    points: readonly Vec3[] | null,
    brute: (mesh: TriangleMesh) => Uint32Array,
    radius = 0,
  ): Query => ({
    name,
    search: (tree, mesh) => [...overlap(tree, mesh, shape).triangles],
    brute: (mesh) => byParts(mesh, points === null ? finiteTriangles(mesh) : nearby(mesh, points, radius), brute),
  });
  const capsule = { from: p, to: q, radius: length(0.3) };
  const triangle = { a: p, b: q, c: r };
  const hull = { points: [p, q, r, near(3, 0.8), near(4, 0.8)] };
  const halfEdges = [vector(5, 0.5), vector(6, 0.5), vector(7, 0.5)] as const;
  const box = { kind: 'oriented', center: p, halfEdges } as const;
  const boxCorners = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) =>
      [-1, 1].map(
        (z): Vec3 => [0, 1, 2].map((k) => p[k]! + x * halfEdges[0][k]! + y * halfEdges[1][k]! + z * halfEdges[2][k]!) as unknown as Vec3,
      ),
    ),
  );
  const sphere = { center: r, radius: length(0.6) };
  const plane = { point: near(0, 0.1), normal: vector(8, 1) };
  const clip = frustumAt(at, size, columns);
  return [
    {
      name: 'segment',
      search: (tree, mesh) => ascending(segmentCast(tree, mesh, { from: p, to: q }, { mode: 'all' }).hits.map((hit) => hit.triangle)),
      brute: (mesh) =>
        byParts(mesh, nearby(mesh, [p, q]), (part) =>
          ascending(segmentCastBruteForce(part, { from: p, to: q }, false).map(([, triangle]) => triangle)),
        ),
    },
    ...[0, length(0.05)].map(
      (thickness): Query => ({
        name: thickness === 0 ? 'plane' : 'slab',
        search: (tree, mesh) => [...planeOverlap(tree, mesh, plane, { thickness }).triangles],
        brute: (mesh) => byParts(mesh, finiteTriangles(mesh), (part) => planeOverlapBruteForce(part, plane, thickness)),
      }),
    ),
    overlaps('capsule', { kind: 'capsule', ...capsule }, [p, q], (mesh) => capsuleOverlapBruteForce(mesh, capsule), capsule.radius),
    overlaps('triangle', { kind: 'triangle', ...triangle }, [p, q, r], (mesh) => triangleOverlapBruteForce(mesh, triangle)),
    overlaps('hull', { kind: 'hull', ...hull }, hull.points, (mesh) => hullOverlapBruteForce(mesh, hull)),
    overlaps('box', { kind: 'box', solid: box }, boxCorners, (mesh) => boxOverlapBruteForce(mesh, box)),
    overlaps('frustum', { kind: 'frustum', clipFromMesh: clip }, null, (mesh) => frustumOverlapBruteForce(mesh, { clipFromMesh: clip })),
    {
      name: 'within',
      search: (tree, mesh) => sphereOverlap(tree, mesh, sphere).touches.map((touch) => touch.triangle),
      brute: (mesh) =>
        byParts(mesh, nearby(mesh, [r], sphere.radius), (part) =>
          Uint32Array.from(sphereOverlapBruteForce(part, sphere).touches.map((touch) => touch.triangle)),
        ),
    },
  ];
}

/** A camera at a distance of three sizes that looks at a place, for moved points; 16 numbers, column-major. */
function frustumAt([x, y, z]: Vec3, size: number, columns: Move['columns']): readonly number[] {
  const s = 1 / size;
  // Depth along -z: clip z from near = 1 to far = 5, of points relative to the eye at z + 3.
  const [c, d] = [-1.5, -2.5];
  const eye = 3;
  const plain = [
    [2 * s, 0, 0, 0],
    [0, 2 * s, 0, 0],
    [0, 0, c * s, -s],
    [-2 * s * x, -2 * s * y, -c * (s * z + eye) + d, s * z + eye],
  ];
  return [...columns.flatMap(([from, factor]) => plain[from]!.map((value) => factor * value)), ...plain[3]!];
}

function byParts(mesh: TriangleMesh, triangles: readonly number[], brute: (mesh: TriangleMesh) => ArrayLike<number>): readonly number[] {
  return Array.from(brute(only(mesh, triangles)), (i) => triangles[i]!);
}

const ascending = (values: readonly number[]): readonly number[] => values.toSorted((p, q) => p - q);

function treeOf(mesh: TriangleMesh, kind: TreeKind): Tree {
  return loadTree(openTree(buildTree(mesh, { kind, leafTriangles: kind === 'compressed' ? 16 : 4 })), mesh);
}

describeCorpus('every shape on real meshes, on trees of every kind', () => {
  const seen = new Map<string, number>();
  const count = (name: string, found: number): void => void seen.set(name, (seen.get(name) ?? 0) + found);

  it.each(coveringFiles('shape-queries', corpusMeshPaths()))(
    '%s: what brute force finds, also moved, scaled and permuted',
    async (path) => {
      const mesh = await corpusMesh(path);
      if (mesh === null || triangleCount(mesh) === 0 || triangleCount(mesh) > maxTriangles) return;
      const sites = sitesOf(mesh, sitesOfMesh);
      if (sites.length === 0) return;
      const kinds = coveringSample(path, treeKinds, triangleCount(mesh), kindBudget);
      const trees = kinds.map((kind) => treeOf(mesh, kind));
      const surface = windingSurface(mesh);
      const windings = trees.map((tree) => createWindingTree(tree, mesh, surface));
      const order = shuffled(triangleCount(mesh));
      const permuted = { ...only(mesh, order), parts: [] };
      const permutedTree = treeOf(permuted, kinds[0]!);
      const moved = moves.map((move) => ({ move, mesh: movedMesh(mesh, move) }));
      const movedTrees = moved.map((one) => treeOf(one.mesh, kinds.at(-1)!));
      for (const site of sites) {
        const queries = queriesAt(site, asIs);
        const elsewhere = moves.map((move) => queriesAt(site, move));
        queries.forEach((query, i) => {
          const found = query.search(trees[0]!, mesh);
          count(query.name, found.length);
          for (const tree of trees.slice(1)) expect(query.search(tree, mesh), `${query.name}, ${tree.kind}`).toEqual(found);
          expect(ascending(query.search(permutedTree, permuted).map((t) => order[t]!)), `${query.name}, permuted`).toEqual(found);
          moved.forEach(({ move, mesh: other }, m) =>
            expect(elsewhere[m]![i]!.search(movedTrees[m]!, other), `${query.name}, ${move.name}`).toEqual(found),
          );
          // Of the queries that no box limits, brute force checks small meshes only.
          if (['plane', 'slab', 'frustum'].includes(query.name) && triangleCount(mesh) > 10 * bruteBudget) return;
          expect(found, `${query.name}, brute force`).toEqual(query.brute(mesh));
        });
        expectTouches(trees[0]!, mesh, site);
        expectDistances(windings, permutedTree, mesh, permuted, site);
        expectPolygon(mesh, site);
      }
    },
  );

  afterAll(() => {
    for (const name of ['segment', 'plane', 'slab', 'capsule', 'triangle', 'hull', 'box', 'frustum', 'within'])
      expect(seen.get(name), name).toBeGreaterThan(20);
  });
});

/** Depths of some touched triangles, and a push-out that ends free, or says what is left. */
function expectTouches(tree: Tree, mesh: TriangleMesh, { at, size, vectors }: Site): void {
  const near = (i: number): Vec3 => at.map((x, k) => x + 0.5 * size * vectors[i]![k]!) as unknown as Vec3;
  const shapes = [
    { kind: 'capsule', from: near(0), to: near(1), radius: 0.2 * size },
    {
      kind: 'box',
      solid: {
        kind: 'oriented',
        center: near(2),
        halfEdges: [near(3), near(4), near(5)].map((p) => p.map((x, k) => x - at[k]!)) as unknown as readonly [Vec3, Vec3, Vec3],
      },
    },
  ] as const;
  for (const shape of shapes) {
    const { triangles } = overlap(tree, mesh, shape);
    for (const triangle of triangles.subarray(0, 2)) {
      const { depth, part } = shapeTouch(mesh, triangle, shape);
      const wanted = shapeDepthBruteForce(mesh, triangle, shape);
      expect(Math.abs(depth - wanted), `${shape.kind}, depth of ${triangle}`).toBeLessThanOrEqual(1e-15 * wanted);
      expect(part).toBe(partOfTriangle(mesh, triangle));
    }
    const { left, shape: end, total, steps } = pushShapeOut(tree, mesh, shape, { steps: 4 });
    expect(left.map((touch) => touch.triangle)).toEqual([...overlap(tree, mesh, end).triangles]);
    if (triangles.length > 0 && steps.length === 1 && left.length === 0) expect(Math.hypot(...total)).toBeGreaterThan(0);
  }
}

/** k nearest triangles, the distance with its sign, and inside, on every tree and with permuted triangles. */
function expectDistances(
  windings: readonly WindingTree[],
  permutedTree: Tree,
  mesh: TriangleMesh,
  permuted: TriangleMesh,
  { at, size, vectors }: Site,
): void {
  const point: Vec3 = [0, 1, 2].map((k) => at[k]! + size * vectors[9]![k]!) as unknown as Vec3;
  const wanted = Math.min(7, triangleCount(mesh));
  const found = nearestTriangles(windings[0]!.tree, mesh, point, wanted).closest;
  // Only those that may be among the nearest are sorted exactly.
  const reach = (found.at(-1)?.distance ?? 0) * (1 + 1e-9);
  const close = nearby(mesh, [point], reach);
  const brute = nearestBruteForce(only(mesh, close), point, wanted).closest;
  if (close.length <= 10 * bruteBudget) {
    expect(found.map(({ triangle }) => triangle)).toEqual(brute.map(({ triangle }) => close[triangle]!));
    expect(found.map(({ distance }) => distance)).toEqual(brute.map(({ distance }) => distance));
  }
  const truth = closestPointBruteForce(mesh, point).closest!;
  const isInside = isInsideBruteForce(mesh, point, windings[0]!.surface.flipped);
  for (const winding of windings) {
    const { tree } = winding;
    expect(nearestTriangles(tree, mesh, point, wanted).closest, tree.kind).toEqual(found);
    const { closest } = closestPoint(tree, mesh, point);
    const { inside } = pointWinding(winding, point);
    const signed = signedDistance(closest, inside);
    if (signed === null || isInside === null) continue;
    const wantedSigned = isInside ? -truth.distance : truth.distance;
    expect(Math.abs(signed - wantedSigned), `${tree.kind}, signed distance`).toBeLessThanOrEqual(1e-11 * (truth.distance + size));
  }
  const others = nearestTriangles(permutedTree, permuted, point, wanted).closest;
  others.forEach(({ distance }, i) => expect(Math.abs(distance - found[i]!.distance)).toBeLessThanOrEqual(1e-12 * (distance + size)));
}

/** A triangle is a polygon too: a segment through its plane is inside exactly if it hits it. */
function expectPolygon(mesh: TriangleMesh, { at, size, vectors }: Site): void {
  const [triangle] = nearby(mesh, [at]);
  if (triangle === undefined) return;
  const points = triangleVertices(mesh, triangle);
  const alone = only(mesh, [triangle]);
  for (const i of [0, 1, 2, 3]) {
    const from = at.map((x, k) => x + 0.5 * size * (vectors[i]![k]! + vectors[10]![k]!)) as unknown as Vec3;
    const to = at.map((x, k) => x + 0.5 * size * (vectors[i]![k]! - vectors[10]![k]!)) as unknown as Vec3;
    const { plane, point, inside } = segmentPolygon(points, { from, to });
    const hits = segmentCastBruteForce(alone, { from, to }, false);
    if (plane === null) expect(inside).toBe(null);
    else expect(point !== null && inside === true, `polygon of triangle ${triangle}`).toBe(hits.length > 0);
  }
}

function shuffled(count: number): readonly number[] {
  const random = seededRandom(count);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
