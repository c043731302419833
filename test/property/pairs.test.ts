import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityTransform, transformOf, transformPoints, type Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { contactKeys } from '#core/pair/contact/contact-keys';
import {
  contactCurves,
  endsOfCurve,
  curveCount,
  curveEndCounts,
  closedLoopCount,
  type ContactCurves,
} from '#core/pair/contact/contact-curves';
import { contactAt, contactCount, contacts, type Contacts } from '#core/pair/contact/contacts';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import { curveKinds } from '#core/pair/contact/segment-kinds';
import { seededRandom } from '../fixtures/random.ts';
import { hundredth } from '../fixtures/scale.ts';
import { ball, box, meshOf, soup } from '../fixtures/shapes.ts';
import { treed } from '../fixtures/treed.ts';

const options = defaultValues(pairOptions);
const runs = (full: number) => ({ numRuns: hundredth(full) });

const seed = fc.integer({ min: 0, max: 2 ** 31 });
const count = fc.integer({ min: 0, max: 64 });
const buildWith = fc.record({ split: fc.constantFrom('median' as const, 'sah' as const), leafTriangles: fc.constantFrom(1, 2, 4, 64) });

/** Corners on a small grid: shared corners and edges, planes in common and triangles without area are the rule. */
const gridMesh = fc.array(fc.array(fc.integer({ min: -2, max: 3 }), { minLength: 9, maxLength: 9 }), { maxLength: 40 }).map((triangles) =>
  meshOf(
    triangles.flat(),
    triangles.flatMap((_, t) => [3 * t, 3 * t + 1, 3 * t + 2]),
  ),
);

/** Closed: a tetrahedron with corners on a grid, turned outward, or a box. */
const gridPoint = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
const gridSolid = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(gridPoint, gridPoint, gridPoint, gridPoint)
      .filter((points) => volumeOf(points) !== 0)
      .map((points) => meshOf(points.flat(), [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3])),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(gridPoint, fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })))
      .map(([low, size]) => box(low, [low[0] + size[0], low[1] + size[1], low[2] + size[2]])),
  },
);

/** Two to four tetrahedra with corners at five points of the grid, so that they share faces. */
const gridSolids = fc
  .tuple(fc.array(gridPoint, { minLength: 5, maxLength: 5 }), fc.uniqueArray(fc.nat(4), { minLength: 2, maxLength: 4 }))
  .map(([points, without]) => without.map((left) => points.filter((_, i) => i !== left)))
  .filter((solids) => solids.every((points) => volumeOf(points) !== 0))
  .map((solids) =>
    meshOf(
      solids.flat(2),
      solids.flatMap((_, i) => [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3].map((v) => 4 * i + v)),
    ),
  );

function volumeOf([p, q, r, s]: readonly (readonly [number, number, number])[]): number {
  const [u, v, w] = [q!, r!, s!].map((point) => point.map((x, k) => x - p![k]!)) as [number[], number[], number[]];
  return u[0]! * (v[1]! * w[2]! - v[2]! * w[1]!) - u[1]! * (v[0]! * w[2]! - v[2]! * w[0]!) + u[2]! * (v[0]! * w[1]! - v[1]! * w[0]!);
}

/** Maps that f64 applies exactly to numbers of few bits: quarter turns, mirrors, powers of two, whole translations. */
const exactTransform = fc
  .record({
    quarters: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
    power: fc.integer({ min: -20, max: 20 }),
    mirror: fc.constantFrom(1, -1),
    translate: fc.tuple(
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: -1000, max: 1000 }),
    ),
  })
  .map(({ quarters: [x, y, z], power, mirror, translate }) =>
    transformOf({ translate, rotateDegrees: [90 * x, 90 * y, 90 * z], scale: [mirror * 2 ** power, 2 ** power, 2 ** power] }),
  );

const anyTransform = fc
  .record({
    translate: fc.tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    ),
    rotateDegrees: fc.tuple(
      fc.double({ min: -360, max: 360, noNaN: true }),
      fc.integer({ min: -8, max: 8 }).map((n) => 45 * n),
      fc.double({ min: -360, max: 360, noNaN: true }),
    ),
    scale: fc.tuple(fc.double({ min: 0.2, max: 3, noNaN: true }), fc.double({ min: -2, max: -0.2, noNaN: true }), fc.constant(1)),
  })
  .map(transformOf);

function placedMesh(mesh: TriangleMesh, transform: Transform): TriangleMesh {
  const positions = new Float64Array(mesh.positions.length);
  transformPoints(transform, mesh.positions, positions);
  return { ...mesh, positions };
}

function listed(found: Uint32Array): [number, number][] {
  return Array.from({ length: found.length / 2 }, (_, i) => [found[2 * i]!, found[2 * i + 1]!]);
}

function inOrder(found: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  return found.toSorted((x, y) => x[0] - y[0] || x[1] - y[1]);
}

describe('pairs of two meshes', () => {
  it('equal brute force for random soups of 0 to 64 triangles under any transform, for every split and leaf size', () => {
    fc.assert(
      fc.property(seed, count, count, anyTransform, buildWith, buildWith, (start, m, n, aFromB, buildA, buildB) => {
        const random = seededRandom(start);
        const a = soup(m, random, 1, 0.7);
        const b = soup(n, random, 1, 0.7);
        const expected = pairsBruteForce(a, b, aFromB);
        const found = pairs(treed(a, buildA), treed(b, buildB), aFromB, options);
        expect(found.pairs).toEqual(expected);
        expect(surfacesIntersect(treed(a, buildA), treed(b, buildB), aFromB).overlap).toBe(expected.length > 0);
      }),
      runs(500),
    );
  });

  it('equal brute force on a grid, where nearly everything touches or has no area', () => {
    fc.assert(
      fc.property(gridMesh, gridMesh, exactTransform, buildWith, (a, b, aFromB, build) => {
        expect(pairs(treed(a, build), treed(b, build), aFromB, options).pairs).toEqual(pairsBruteForce(a, b, aFromB));
        const still = transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
        expect(pairs(treed(a, build), treed(b, build), still, options).pairs).toEqual(pairsBruteForce(a, b, still));
      }),
      runs(500),
    );
  });

  it('equal brute force far from the origin and at any size', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: -6, max: 6 }), fc.integer({ min: 0, max: 12 }), anyTransform, (start, size, far, aFromB) => {
        const random = seededRandom(start);
        const b = soup(40, random, 1, 0.7);
        // B is placed beside A wherever A is.
        const moved = (mesh: TriangleMesh): TriangleMesh => ({ ...mesh, positions: mesh.positions.map((x) => x * 10 ** size + 10 ** far) });
        const a = moved(soup(40, random, 1, 0.7));
        const aFromMoved = aFromB.map((x, i) => (i < 12 ? x * 10 ** size : i < 15 ? x * 10 ** size + 10 ** far : x));
        expect(pairs(treed(a), treed(b), aFromMoved, options).pairs).toEqual(pairsBruteForce(a, b, aFromMoved));
      }),
      runs(300),
    );
  });

  it('are the same from both sides', () => {
    fc.assert(
      fc.property(gridMesh, gridMesh, exactTransform, (a, b, aFromB) => {
        const placed = placedMesh(b, aFromB);
        const still = transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
        const forth = pairs(treed(a), treed(placed), still, options).pairs;
        const back = pairs(treed(placed), treed(a), still, options).pairs;
        expect(listed(forth)).toEqual(inOrder(listed(back).map(([x, y]) => [y, x] as const)));
        // Placing B in the transform or in its vertices is the same.
        expect(pairs(treed(a), treed(b), aFromB, options).pairs).toEqual(forth);
      }),
      runs(500),
    );
  });

  it('stay when both meshes make the same exact motion', () => {
    fc.assert(
      fc.property(gridMesh, gridMesh, exactTransform, (a, b, motion) => {
        const still = transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
        const before = pairs(treed(a), treed(b), still, options);
        const after = pairs(treed(placedMesh(a, motion)), treed(placedMesh(b, motion)), still, options);
        expect(after.pairs).toEqual(before.pairs);
        const kindsOf = (x: TriangleMesh, y: TriangleMesh) => contacts(x, y, still, before.pairs).kinds;
        expect(kindsOf(placedMesh(a, motion), placedMesh(b, motion))).toEqual(kindsOf(a, b));
      }),
      runs(500),
    );
  });

  it('follow the triangles when these and their corners are listed in another order', () => {
    fc.assert(
      fc.property(seed, gridMesh, gridMesh, exactTransform, (start, a, b, aFromB) => {
        const random = seededRandom(start);
        const order = Array.from({ length: a.indices.length / 3 }, (_, t) => ({ t, key: random() }))
          .toSorted((x, y) => x.key - y.key)
          .map(({ t }) => t);
        const turn = Math.floor(3 * random());
        const indices = order.flatMap((t) => [0, 1, 2].map((corner) => a.indices[3 * t + ((corner + turn) % 3)]!));
        const shuffled = { ...a, indices: Uint32Array.from(indices) };
        const found = listed(pairs(treed(shuffled), treed(b), aFromB, options).pairs).map(([x, y]) => [order[x]!, y] as const);
        expect(inOrder(found)).toEqual(listed(pairs(treed(a), treed(b), aFromB, options).pairs));
      }),
      runs(500),
    );
  });

  it('each have a contact whose points lie in the boxes of both triangles', () => {
    fc.assert(
      fc.property(gridMesh, gridMesh, (a, b) => {
        const still = transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
        const found = pairs(treed(a), treed(b), still, options);
        const all = contacts(a, b, still, found.pairs);
        expect(contactCount(all)).toBe(found.pairCount);
        for (let i = 0; i < contactCount(all); i++) {
          const contact = contactAt(all, i);
          expect(contact.area > 0).toBe(contact.kind === 'coplanar');
          for (const [mesh, t] of [
            [a, contact.a],
            [b, contact.b],
          ] as const) {
            for (let k = 0; k < 3; k++) {
              const range = [0, 1, 2].map((corner) => mesh.positions[3 * mesh.indices[3 * t + corner]! + k]!);
              for (const point of contact.points) {
                expect(point[k]!).toBeGreaterThanOrEqual(Math.min(...range) - 1e-11);
                expect(point[k]!).toBeLessThanOrEqual(Math.max(...range) + 1e-11);
              }
            }
          }
        }
      }),
      runs(300),
    );
  });

  it('of two closed meshes that only cross join to loops', () => {
    fc.assert(
      fc.property(anyTransform, fc.integer({ min: 3, max: 20 }), fc.integer({ min: 3, max: 20 }), (aFromB, columns, rows) => {
        const a = ball(columns, rows);
        const b = ball(17, 11, 0.8);
        const found = pairs(treed(a), treed(b), aFromB, options);
        const all = contacts(a, b, aFromB, found.pairs);
        fc.pre(all.kinds.every((kind) => kind === 0));
        const { closed, segments } = contactCurves(all, a, b, aFromB);
        expect(closed.every((one) => one === 1)).toBe(true);
        expect(segments).toHaveLength(found.pairCount);
      }),
      runs(300),
    );
  });

  it('of tetrahedra and boxes on a grid join to loops but for touching edges, and where lines run into an area that is an outline', () => {
    let crossingOnly = 0;
    let throughEdges = 0;
    let intoAreas = 0;
    fc.assert(
      fc.property(gridSolid, gridSolid, (a, b) => {
        const { found, all, lines } = checkSolids(a, b);
        for (let line = 0; line < curveCount(lines); line++)
          if (curveKinds[lines.kinds[line]!] === 'crossing' && endsOfCurve(lines, line) !== null) intoAreas++;
        if (found.length === 0 || !all.kinds.every((kind) => kind === 0)) return;
        expect(lines.closed).not.toContain(0);
        crossingOnly++;
        if (degreesOf(all, contactKeys(all, a, b, identityTransform).keys).some((degree) => degree > 2)) throughEdges++;
      }),
      runs(20_000),
    );
    expect(crossingOnly).toBeGreaterThan(hundredth(2000));
    expect(throughEdges).toBeGreaterThan(hundredth(10));
    expect(intoAreas).toBeGreaterThan(hundredth(50));
  });

  it('do so too where a mesh is of tetrahedra that share faces, each of which is there twice', () => {
    fc.assert(
      fc.property(gridSolids, gridSolid, (a, b) => void checkSolids(a, b)),
      runs(5000),
    );
  });
});

/** Solids from both sides: outlines are loops, crossing lines end in common areas alone, and the ends and lengths are the same. */
function checkSolids(a: TriangleMesh, b: TriangleMesh): { found: Uint32Array; all: Contacts; lines: ContactCurves } {
  const found = pairsBruteForce(a, b, identityTransform);
  const all = contacts(a, b, identityTransform, found);
  const lines = contactCurves(all, a, b, identityTransform);
  for (let line = 0; line < curveCount(lines); line++) {
    const kind = curveKinds[lines.kinds[line]!];
    const ends = endsOfCurve(lines, line);
    if (kind === 'outline') expect(ends).toBeNull();
    if (kind === 'crossing') for (const end of ends ?? []) expect(end).toBe('common-area');
    if (kind === 'touching') for (const end of ends ?? []) expect(['common-area', 'touch']).toContain(end);
  }
  const flipped = pairsBruteForce(b, a, identityTransform);
  const back = contactCurves(contacts(b, a, identityTransform, flipped), b, a, identityTransform);
  // Which of four lines that come together go on as one may differ, and with it the number of loops.
  expect([curveCount(back) - closedLoopCount(back), curveEndCounts(back)]).toEqual([
    curveCount(lines) - closedLoopCount(lines),
    curveEndCounts(lines),
  ]);
  curveKinds.forEach((_, kind) => expect(lengthOf(back, kind)).toBeCloseTo(lengthOf(lines, kind), 9));
  return { found, all, lines };
}

/** Of all lines of a kind. */
function lengthOf({ kinds, lengths }: ContactCurves, kind: number): number {
  return lengths.reduce((sum, length, line) => sum + (kinds[line] === kind ? length : 0), 0);
}

/** How many different segments meet at each key. */
function degreesOf({ kinds, firstPoint }: Contacts, keys: Uint32Array): number[] {
  const segments = new Set<string>();
  for (let i = 0; i < kinds.length; i++) {
    const [from, end] = [firstPoint[i]!, firstPoint[i + 1]!];
    if (end - from === 2) segments.add([keys[from]!, keys[from + 1]!].sort((s, t) => s - t).join());
  }
  const degrees = new Map<string, number>();
  for (const key of [...segments].flatMap((segment) => segment.split(','))) degrees.set(key, (degrees.get(key) ?? 0) + 1);
  return [...degrees.values()];
}
