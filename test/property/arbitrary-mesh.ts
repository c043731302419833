import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import fc from 'fast-check';
import { seededRandom } from '../fixtures/random.ts';
import { ball, box, knot, meshOf, soup } from '../fixtures/shapes.ts';

/** Triangles on a coarse lattice: shared vertices, coplanar faces, flat and repeated triangles are common there. */
const lattice = fc
  .array(fc.tuple(...Array.from({ length: 9 }, () => fc.integer({ min: -2, max: 2 }))), { minLength: 1, maxLength: 40 })
  .map((rows) =>
    meshOf(
      rows.flat(),
      rows
        .flat()
        .slice(0, rows.length * 3)
        .map((_, i) => i),
    ),
  );

const seed = fc.integer({ min: 0, max: 0xffff });
const count = fc.integer({ min: 0, max: 120 });

const soups = fc.tuple(count, seed).map(([n, s]) => soup(n, seededRandom(s)));

/** A few triangles, each many times. */
const coincident = fc.tuple(fc.integer({ min: 1, max: 4 }), count, seed).map(([kinds, n, s]) => {
  const few = soup(kinds, seededRandom(s));
  return { ...few, indices: new Uint32Array(3 * n).map((_, i) => few.indices[i % (3 * kinds)]!), parts: [] };
});

/** All in one plane. */
const flat = fc.tuple(count, seed).map(([n, s]) => {
  const mesh = soup(n, seededRandom(s));
  return { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 2 ? 0.5 : value)) };
});

/** Thin in one direction by twelve orders of magnitude. */
const needles = fc.tuple(count, seed).map(([n, s]) => {
  const mesh = soup(n, seededRandom(s));
  return { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 1 ? value * 1e-12 : value)) };
});

/** Some vertices are not finite. */
const damaged = fc.tuple(count, seed).map(([n, s]) => {
  const mesh = soup(n, seededRandom(s));
  return { ...mesh, positions: mesh.positions.map((value, i) => (i % 37 === s % 37 ? [NaN, Infinity, -Infinity][s % 3]! : value)) };
});

const closed = fc.constantFrom(box(), ball(12, 7), ball(3, 3), knot(2, 3, 24, 4));

/** Meshes of every kind of trouble. */
export const anyMesh: fc.Arbitrary<TriangleMesh> = fc.oneof(lattice, soups, coincident, flat, needles, damaged, closed);

/** Scaled by 1e±6, turned, moved far from the origin, and the triangles in another order. */
export const placement = fc.record({
  scale: fc.constantFrom(1, 1e-6, 1e6, 0.1),
  turn: fc.constantFrom(0, Math.PI / 2, 0.7),
  move: fc.constantFrom<Vec3>([0, 0, 0], [0.1, -0.2, 0.3], [500_000.3, 5_400_000.1, 120.7]),
  permute: fc.boolean(),
});

export type Placement = typeof placement extends fc.Arbitrary<infer T> ? T : never;

export function place(mesh: TriangleMesh, { scale, turn, move, permute }: Placement): TriangleMesh {
  const cosine = Math.cos(turn);
  const sine = Math.sin(turn);
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(i, i + 3);
    positions[i] = scale * (cosine * x - sine * y) + move[0];
    positions[i + 1] = scale * (sine * x + cosine * y) + move[1];
    positions[i + 2] = scale * z + move[2];
  }
  if (!permute) return { ...mesh, positions };
  // Back to front, and each triangle begins at another corner.
  const last = mesh.indices.length - 1;
  return { ...mesh, positions, indices: mesh.indices.map((_, i) => mesh.indices[last - i]!), parts: [] };
}
