import { type ConvexHull, convexHull } from '#core/convex/hull/convex-hull';
import { clipPlanes } from '#core/convex/hull/clipped-planes';
import { convexHullBruteForce } from '#core/convex/hull/brute-force';
import { grahamHull } from '#core/convex/hull/graham';
import { hullContains } from '#core/convex/hull/hull-contains';
import { hullMeasures } from '#core/convex/hull/hull-measures';
import { hullPlanes } from '#core/convex/hull/hull-planes';
import { hullTriangles } from '#core/convex/hull/hull-triangles';
import { mergeFaces } from '#core/convex/hull/merge-faces';
import { meshHulls } from '#core/convex/hull/mesh-hulls';
import { meshOfHulls } from '#core/convex/hull/mesh-of-hulls';
import type { Facet } from '#core/convex/hull/quickhull';
import { simplifyHull } from '#core/convex/hull/simplify-hull';
import { seededRandom } from '#core/math/seeded-random';
import { isClosed } from '#core/mesh/is-closed';
import { describe, expect, test } from 'vitest';
import { ball, box, knot, meshOf } from '../../fixtures/shapes.ts';
import { isFullRun } from '../../fixtures/scale.ts';

/** n random points, with coordinates among a few whole numbers if `steps` is given: then many are equal, collinear and coplanar. */
function cloud(seed: number, n: number, steps: number | null): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from({ length: 3 * n }, () => (steps === null ? 2 * random() - 1 : Math.floor(random() * steps)));
}

describe('the convex hull of points in space', () => {
  test('of a box with points on all edges, faces and inside has 8 vertices and 6 faces', () => {
    const points: number[] = [];
    for (let x = 0; x < 4; x++) for (let y = 0; y < 4; y++) for (let z = 0; z < 4; z++) points.push(x / 10, y / 10, z / 10);
    const hull = convexHull(Float64Array.from([...points, ...points]));
    expect(hull.dimension).toBe(3);
    expect(hull.positions.length / 3).toBe(8);
    expect(hull.faceFirst).toEqual(Uint32Array.from([0, 4, 8, 12, 16, 20, 24]));
    const { volume, area } = hullMeasures(hull);
    expect(volume).toBeCloseTo(0.027, 15);
    expect(area).toBeCloseTo(0.54, 15);
  });

  test.each([null, 2, 3, 5])('has the vertices and faces of the brute force; coordinates of %s values', (steps) => {
    let solids = 0;
    for (let seed = 0; seed < (isFullRun ? 400 : 60); seed++) {
      const points = cloud(seed, 4 + (seed % 12), steps);
      const hull = convexHull(points);
      if (hull.dimension < 3) continue;
      solids++;
      const counts = { vertices: hull.positions.length / 3, faces: hull.faceFirst.length - 1 };
      expect(counts, `seed ${seed}`).toEqual(convexHullBruteForce(points));
    }
    expect(solids).toBeGreaterThan(20);
  });

  test.each([null, 4])(
    'is closed, contains all points exactly, and has the same volume at any place and size; coordinates of %s values',
    (steps) => {
      for (let seed = 0; seed < 12; seed++) {
        const points = cloud(100 + seed, 300, steps);
        const hull = convexHull(points);
        expect(hullContains(hull, points)).toBe(true);
        const mesh = meshOf([...hull.positions], [...hullTriangles(hull)]);
        expect(isClosed(mesh)).toBe(true);
        const { volume } = hullMeasures(hull);
        expect(volume).toBeGreaterThan(0);
        for (const [scale, offset] of [
          [2 ** -20, 0],
          [2 ** 20, 0],
          [1, 2 ** 20],
        ] as const) {
          const moved = points.map((value) => scale * value + offset);
          const other = convexHull(moved);
          expect(hullContains(other, moved)).toBe(true);
          expect(hullMeasures(other).volume / (volume * scale ** 3)).toBeCloseTo(1, 6);
        }
      }
    },
  );

  test('does not depend on the order of the points', () => {
    const points = cloud(7, 500, 6);
    const reversed = Float64Array.from({ length: points.length }, (_, i) => points[points.length - 3 - 3 * Math.floor(i / 3) + (i % 3)]!);
    const [one, other] = [convexHull(points), convexHull(reversed)];
    expect(one.faceFirst.length).toBe(other.faceFirst.length);
    const texts = (positions: Float64Array): string[] =>
      Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3).join(' ')).sort();
    expect(texts(one.positions)).toEqual(texts(other.positions));
  });

  test('keeps points that are outside by one unit of the last digit', () => {
    const tip = 1 + 2 ** -52;
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0.5, 0.5, 0, tip / 2, tip / 2, 0];
    const hull = convexHull(Float64Array.from(points));
    expect([...hull.points]).toContain(6);
    expect([...hull.points]).not.toContain(5);
  });

  test('of coordinates near the limits of f64 is exact', () => {
    for (const size of [1e-300, 1e300]) {
      const hull = convexHull(Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.25, 0.25, 0.25, 0.5, 0.5, 0].map((x) => x * size)));
      expect([...hull.points]).toEqual([0, 1, 2, 3]);
    }
  });
});

describe('the convex hull of points that span no space', () => {
  test('of a tilted rectangle with points inside is one face of four corners', () => {
    const points: number[] = [];
    for (let i = 0; i <= 4; i++) for (let j = 0; j <= 3; j++) points.push(i, j, i + j);
    const hull = convexHull(Float64Array.from(points));
    expect(hull.dimension).toBe(2);
    expect([...hull.faceFirst]).toEqual([0, 4]);
    expect(hullMeasures(hull)).toEqual({ volume: 0, area: expect.closeTo(12 * Math.sqrt(3), 12) });
  });

  test('of points on a line has two vertices, of equal points one', () => {
    const line = convexHull(Float64Array.from([1, 2, 3, 0, 0, 0, 2, 4, 6, 1, 2, 3]));
    expect({ dimension: line.dimension, points: [...line.points] }).toEqual({ dimension: 1, points: [1, 2] });
    const point = convexHull(Float64Array.from([1, 2, 3, 1, 2, 3]));
    expect({ dimension: point.dimension, points: [...point.points] }).toEqual({ dimension: 0, points: [0] });
  });

  test('of no points, and of points that are not finite, is a clear error', () => {
    expect(() => convexHull(new Float64Array(0))).toThrow('There are no points for a convex hull');
    expect(() => convexHull(Float64Array.of(0, 0, 0, 1, Number.NaN, 0))).toThrow('Point 1 of the convex hull is not finite');
  });
});

describe('the hull of points in a plane (Graham)', () => {
  test('leaves out points at equal angles, on sides, and repeated ones', () => {
    const points = [0, 0, 2, 0, 1, 0, 2, 2, 1, 1, 0, 2, 0, 1, 0, 0, 1, 2, 2, 1];
    expect(grahamHull(Float64Array.from(points))).toEqual([0, 1, 3, 5]);
  });

  test('of points on a line has its two ends, of equal points one', () => {
    expect(grahamHull(Float64Array.from([1, 1, 0, 0, 3, 3, 2, 2]))).toEqual([1, 2]);
    expect(grahamHull(Float64Array.from([1, 1, 1, 1]))).toEqual([0]);
  });
});

describe('a hull with fewer vertices', () => {
  /** Points of a random cloud, and slices of a ball, which a full run has more of. */
  const cloudSize = isFullRun ? 200 : 60;
  const roundBall = isFullRun ? ball(24, 16) : ball(12, 8);

  test.each([4, 6, 8, 16, 32, 64])('of at most %i contains the exact hull', (maxVertices) => {
    const knots = isFullRun ? knot() : knot(2, 3, 20, 5);
    const all = [roundBall.positions, knots.positions, cloud(3, cloudSize, null), cloud(4, cloudSize, 7)];
    // Two of the four at each limit in turn, unless all are to be run.
    for (const points of all.filter((_, i) => isFullRun || (i + Math.log2(maxVertices)) % 2 < 1)) {
      const exact = convexHull(points);
      const { hull, maxDistance } = simplifyHull(exact, { maxVertices });
      expect(hull.positions.length / 3).toBeLessThanOrEqual(maxVertices);
      expect(hullContains(hull, exact.positions)).toBe(true);
      expect(maxDistance).toBeGreaterThanOrEqual(0);
      expect(hullMeasures(hull).volume).toBeGreaterThanOrEqual(hullMeasures(exact).volume);
    }
  });

  test('comes closer with more vertices', () => {
    const exact = convexHull((isFullRun ? ball(48, 24) : ball(14, 7)).positions);
    const limits = isFullRun ? [4, 8, 16, 32, 64, 128] : [4, 12, 32, 64];
    const volumes = limits.map((maxVertices) => hullMeasures(simplifyHull(exact, { maxVertices }).hull).volume);
    expect(volumes).toEqual(volumes.toSorted((p, q) => q - p));
    expect(volumes.at(-1)! / hullMeasures(exact).volume).toBeLessThan(1.06);
  });

  test.each(['maxVertices', 'maxFaces'] as const)('is no larger where %s allows more than is searched', (limit) => {
    const exact = convexHull(ball(isFullRun ? 32 : 26, isFullRun ? 16 : 13).positions);
    const [searched, cut] = [300, 301].map((count) => hullMeasures(simplifyHull(exact, { [limit]: count }).hull).volume);
    expect(searched! / hullMeasures(exact).volume).toBeLessThan(1.02);
    expect(cut).toBeLessThanOrEqual(searched!);
  });

  test('is the same hull within the limit, and contains thin and distant ones', () => {
    const cube = convexHull(box().positions);
    expect(simplifyHull(cube, { maxVertices: 8 })).toEqual({ hull: cube, maxDistance: 0 });
    for (const [thin, far] of [
      [1e-7, 0],
      [1, 5e6],
      [1e-4, 1e5],
    ] as const) {
      const plate = convexHull(roundBall.positions.map((value, i) => (i % 3 === 1 ? thin * value : value) + far));
      const { hull } = simplifyHull(plate, { maxVertices: 12 });
      expect(hull.positions.length / 3).toBeLessThanOrEqual(12);
      expect(hullContains(hull, plate.positions)).toBe(true);
    }
    expect(() => simplifyHull(cube, { maxVertices: 3 })).toThrow('A hull cannot have 3 vertices');
  });
});

describe('the convex hulls of a mesh', () => {
  const two = meshOf([...box().positions, ...box([4, 4, 4], [5, 5, 5]).positions], [...box().indices, ...box().indices.map((i) => i + 8)]);

  test('are of the whole mesh, its parts or its components', () => {
    const whole = meshHulls(two, { per: 'whole', maxVertices: 0, maxFaces: 0 });
    expect(whole.map(({ group }) => [group.part, group.component, group.name])).toEqual([[0, null, 'mesh']]);
    const each = meshHulls(two, { per: 'component', maxVertices: 0, maxFaces: 0 });
    expect(each.map(({ group, volume, area }) => [group.part, group.component, group.name, volume, area])).toEqual([
      [0, 0, 'mesh_0', 8, 24],
      [0, 1, 'mesh_1', 1, 6],
    ]);
    const mesh = meshOfHulls(each.map(({ group, hull }) => ({ name: group.name, hull })));
    expect(mesh.parts.map(({ name, triangleCount }) => [name, triangleCount])).toEqual([
      ['mesh_0', 12],
      ['mesh_1', 12],
    ]);
    expect(mesh.polygons).toEqual(Uint32Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? i : 2)));
  });

  test('ignore vertices of non-finite triangles, and need a finite one', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 9, Number.NaN, 0, 0], [0, 1, 2, 0, 3, 4]);
    expect(meshHulls(mesh, { per: 'whole', maxVertices: 0, maxFaces: 0 })).toMatchObject([{ hull: { dimension: 2 }, area: 0.5 }]);
    expect(() => meshHulls(meshOf([Number.NaN, 0, 0], [0, 0, 0]), { per: 'part', maxVertices: 0, maxFaces: 0 })).toThrow(
      'no usable triangle',
    );
  });
});

describe('a hull with fewer vertices', () => {
  test.each([
    [0, 1e-13],
    [0, 1e-16],
    [0, 1e-200],
    [1, 2 ** -52],
    [3, 2 ** -51],
    [1e6, 2 ** -33],
  ])('of a solid at height %s of thickness %s contains it', (height, thickness) => {
    const points: number[] = [];
    for (let i = 0; i < 24; i++) {
      const [x, y] = [Math.cos((i * Math.PI) / 12), Math.sin((i * Math.PI) / 12)];
      points.push(x, y, height, x, y, height + thickness);
    }
    const hull = convexHull(Float64Array.from(points));
    expect(hull.dimension).toBe(3);
    for (const maxVertices of [4, 12]) {
      const simplified = simplifyHull(hull, { maxVertices }).hull;
      expect(simplified.positions.length / 3).toBeLessThanOrEqual(maxVertices);
      expect(hullContains(simplified, hull.positions)).toBe(true);
    }
  });

  test('can be cancelled', () => {
    const hull = convexHull(ball(16, 8).positions);
    const cancel = (): void => {
      throw new Error('cancelled');
    };
    expect(() => simplifyHull(hull, { maxVertices: 12 }, cancel)).toThrow('cancelled');
  });
});

test('no vertex is beyond the plane of a face, also of slivers whose normal is rounded away', () => {
  const random = seededRandom(8);
  const { positions, indices } = ball(32, 16);
  const factors = Float64Array.from({ length: positions.length / 3 }, () => 0.9 + 0.1 * random());
  const point = (vertex: number): number[] => [0, 1, 2].map((k) => factors[vertex]! * positions[3 * vertex + k]!);
  // Vertices of the equator are 6e-17 above 0, and edges are cut at 0 next to them.
  const points = Array.from(factors, (_, vertex) => point(vertex)).filter(([, y]) => y! >= 0);
  for (let i = 0; i < indices.length; i++) {
    const [p, q] = [point(indices[i]!), point(indices[i % 3 === 2 ? i - 2 : i + 1]!)];
    const t = p[1]! / (p[1]! - q[1]!);
    if (p[1]! * q[1]! < 0) points.push([p[0]! + t * (q[0]! - p[0]!), 0, p[2]! + t * (q[2]! - p[2]!)]);
  }
  const hull = convexHull(Float64Array.from(points.flat()));
  const planes = hullPlanes(hull);
  let beyond = 0;
  for (let at = 0; at < planes.length; at += 4) {
    for (let v = 0; v < hull.positions.length; v += 3) {
      const [x, y, z] = hull.positions.subarray(v, v + 3);
      beyond = Math.max(beyond, planes[at]! * x! + planes[at + 1]! * y! + planes[at + 2]! * z! - planes[at + 3]!);
    }
  }
  expect(planes.length).toBeGreaterThan(400);
  expect(beyond).toBeLessThan(1e-9);
});

/** Returns points of a needle, whose hull has slivers. */
function needle(count: number, random: () => number): Float64Array {
  const out = new Float64Array(3 * count);
  for (let at = 0; at < out.length; at += 3) {
    // On a needle along (1, 1, 1) that is 1e-7 wide.
    const [u, v] = [2 * random() - 1, 2 * Math.PI * random()];
    const width = 1e-7 * Math.sqrt(1 - u * u);
    const [p, q] = [(width * Math.cos(v)) / Math.sqrt(2), (width * Math.sin(v)) / Math.sqrt(6)];
    out.set([u / Math.sqrt(3) + p + q, u / Math.sqrt(3) - p + q, u / Math.sqrt(3) - 2 * q], at);
  }
  return out;
}

test('the planes of a hull report progress that rises, and can be cancelled among slivers', () => {
  const hull = convexHull(needle(500, seededRandom(9)));
  const fractions: number[] = [];
  const planes = hullPlanes(hull, (fraction) => fractions.push(fraction));
  expect(planes).toEqual(hullPlanes(hull));
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.filter((fraction) => fraction > 0.5 && fraction <= 1).length).toBeGreaterThan(2);
  const cancelAt = (limit: number) => () =>
    hullPlanes(hull, (fraction) => {
      if (fraction > limit) throw new Error('cancelled');
    });
  expect(cancelAt(0.1)).toThrow('cancelled');
  expect(cancelAt(0.7)).toThrow('cancelled');
});

test('the planes of a hull of slivers are found in boxes of its vertices', () => {
  const random = seededRandom(9);
  const hull = convexHull(needle(500, random));
  const planes = hullPlanes(hull);
  expect(planes.length).toBeGreaterThan(2000);
  let beyond = 0;
  for (let at = 0; at < planes.length; at += 4)
    for (let v = 0; v < hull.positions.length; v += 3) {
      const [x, y, z] = hull.positions.subarray(v, v + 3);
      beyond = Math.max(beyond, planes[at]! * x! + planes[at + 1]! * y! + planes[at + 2]! * z! - planes[at + 3]!);
    }
  expect(beyond).toBeLessThan(2 ** -30);
  const [small, large] = [convexHull(needle(500, random)), convexHull(needle(2000, random))];
  // Every vertex for every face takes 16 times as many.
  expect(coordinatesRead(large)).toBeLessThan(10 * coordinatesRead(small));
});

/** Returns how many coordinates of vertices are read while the planes of a hull are found. */
function coordinatesRead(hull: ConvexHull): number {
  let count = 0;
  const positions = new Proxy(hull.positions, {
    get(own, key) {
      if (key !== 'length') count++;
      return Reflect.get(own, key) as unknown;
    },
  });
  hullPlanes({ ...hull, positions });
  return count;
}

test('a face of 130,000 edges is merged', () => {
  const count = 130_000;
  const points = new Float64Array(3 * (count + 1));
  for (let i = 0; i < count; i++) points.set([Math.cos((2 * Math.PI * i) / count), Math.sin((2 * Math.PI * i) / count), 0], 3 * i);
  points[3 * count + 2] = -1;
  const none = null as unknown as Facet;
  const plane = { normalX: 0, normalY: 0, normalZ: 0, rounding: Infinity, isAlive: true, first: -1, last: -1, farthest: -1 };
  const facet = (index: number, a: number, b: number, c: number): Facet => ({
    ...plane,
    a,
    b,
    c,
    index,
    acrossAB: none,
    acrossBC: none,
    acrossCA: none,
  });
  const fan = Array.from({ length: count - 2 }, (_, i) => facet(i, 0, i + 1, i + 2));
  const below = facet(count - 2, 1, 0, count);
  Object.assign(below, { acrossAB: fan[0], acrossBC: fan[0], acrossCA: fan[0] });
  fan.forEach((one, i) => Object.assign(one, { acrossAB: fan[i - 1] ?? below, acrossBC: below, acrossCA: fan[i + 1] ?? below }));
  expect(mergeFaces(points, [...fan, below])).toHaveLength(2);
});

describe('a hull with few vertices or faces', () => {
  // The smallest polytopes around a cube and a ball (Fejes Toth, "Regular Figures", 1964): corner tetrahedron, pyramid and prism; regular tetrahedron, cube,
  // dodecahedron, octahedron and icosahedron.
  const golden = (1 + Math.sqrt(5)) / 2;
  const ofBall = (area: number): number => area / (4 * Math.PI);
  test.each([
    ['cube', { maxFaces: 4 }, 4.5, 1.001],
    ['cube', { maxFaces: 5 }, 2, 1.001],
    ['cube', { maxVertices: 4 }, 4.5, 1.001],
    ['cube', { maxVertices: 5 }, 2.25, 1.001],
    ['cube', { maxVertices: 6 }, 2, 1.001],
    ['ball', { maxFaces: 4 }, ofBall(24 * Math.sqrt(3)), 1.01],
    ['ball', { maxFaces: 6 }, ofBall(24), 1.01],
    ['ball', { maxFaces: 12 }, ofBall((12 * Math.sqrt(25 + 10 * Math.sqrt(5)) * (3 - golden)) / golden ** 4), 1.01],
    ['ball', { maxVertices: 6 }, ofBall(12 * Math.sqrt(3)), 1.03],
    ['ball', { maxVertices: 12 }, ofBall((60 * Math.sqrt(3)) / golden ** 4), 1.03],
  ] as const)('of a %s, %j, has %d of its volume up to a factor of %d', (name, limits, best, factor) => {
    const exact = convexHull((name === 'cube' ? box() : ball(32, 16)).positions);
    const ratio = hullMeasures(simplifyHull(exact, limits).hull).volume / hullMeasures(exact).volume;
    expect(ratio).toBeGreaterThan(best * 0.99);
    expect(ratio).toBeLessThan(best * factor);
  });

  test('has no more volume than the best of many random polytopes around the points', () => {
    for (const seed of [1, 2]) {
      const exact = convexHull(cloud(seed, 12, null));
      for (const maxFaces of [5, 6]) {
        const { hull } = simplifyHull(exact, { maxFaces });
        expect(hull.faceFirst.length - 1).toBeLessThanOrEqual(maxFaces);
        expect(hullMeasures(hull).volume).toBeLessThan(1.01 * smallestAround(exact.positions, maxFaces, seededRandom(seed)));
      }
    }
  });

  test('has polygons as faces, so that it uses the whole limit', () => {
    const exact = convexHull(ball(32, 16).positions);
    for (const maxFaces of [12, 20, 64]) {
      const { hull } = simplifyHull(exact, { maxFaces });
      expect(hull.faceFirst.length - 1).toBe(maxFaces);
      expect(hull.positions.length / 3).toBeGreaterThan(maxFaces / 2 + 2);
    }
  });
});

/** Volume of the smallest polytope around points that a random walk over the normals of its planes finds. */
function smallestAround(points: Float64Array, faces: number, random: () => number): number {
  let best = Infinity;
  const centre = [0, 1, 2].map((k) => points.reduce((sum, value, i) => sum + (i % 3 === k ? value : 0), 0) / (points.length / 3));
  const local = points.map((value, i) => value - centre[i % 3]!);
  const volumeOf = (normals: readonly (readonly number[])[]): number => {
    const planes = normals.flatMap((normal) => {
      const unit = normal.map((value) => value / Math.hypot(...normal));
      let offset = 0;
      for (let i = 0; i < local.length; i += 3)
        offset = Math.max(offset, unit[0]! * local[i]! + unit[1]! * local[i + 1]! + unit[2]! * local[i + 2]!);
      return [...unit, offset];
    });
    return clipPlanes(planes).volume;
  };
  for (let start = 0; start < 12; start++) {
    let normals = Array.from({ length: faces }, () => [random() - 0.5, random() - 0.5, random() - 0.5]);
    let volume = volumeOf(normals);
    for (let step = 0; step < 400; step++) {
      const size = 0.5 * 0.99 ** step;
      const trial = normals.map((normal) => (random() < 0.5 ? normal : normal.map((value) => value + size * (random() - 0.5))));
      const next = volumeOf(trial);
      if (next <= volume) [normals, volume] = [trial, next];
    }
    best = Math.min(best, volume);
  }
  return best;
}

describe('hulls with a limit of faces', () => {
  test.each([4, 5, 6, 8, 12, 33, 64])('have at most %i faces, and contain the exact hull', (maxFaces) => {
    const mesh = knot(2, 3, 32, 6);
    const [exact] = meshHulls(mesh, { per: 'whole', maxVertices: 0, maxFaces: 0 });
    const [limited] = meshHulls(mesh, { per: 'whole', maxVertices: 0, maxFaces });
    expect(exact!.hull.faceFirst.length - 1).toBeGreaterThan(64);
    expect(limited!.hull.faceFirst.length - 1).toBeLessThanOrEqual(maxFaces);
    expect(hullContains(limited!.hull, exact!.hull.positions)).toBe(true);
  });

  test('stay as they are within it, keep the limit of vertices too, and refuse fewer than four', () => {
    const crate = box();
    expect(meshHulls(crate, { per: 'whole', maxVertices: 0, maxFaces: 6 })[0]).toMatchObject({ volume: 8, maxDistance: 0 });
    const [both] = meshHulls(knot(2, 3, 32, 6), { per: 'whole', maxVertices: 10, maxFaces: 64 });
    expect(both!.hull.positions.length / 3).toBeLessThanOrEqual(10);
    expect(() => meshHulls(crate, { per: 'whole', maxVertices: 0, maxFaces: 3 })).toThrow('A hull cannot have 3 faces');
  });
});
