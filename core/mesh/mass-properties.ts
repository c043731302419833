import { addToSum, addToSums, createSum, sumOf } from '../math/compensated-sum.ts';
import { symmetricEigen } from '../math/symmetric-eigen.ts';
import type { Vec3 } from '../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';

/** Mass properties of the solid that the triangles bound, with uniform density. Mesh units. */
export interface MassProperties {
  readonly density: number;
  readonly volume: number;
  readonly mass: number;
  readonly centre: Vec3;
  /** (9) inertia tensor about the centre of mass, along the axes of the mesh; symmetric, products of inertia are negated. */
  readonly inertia: readonly number[];
  /** Ascending. */
  readonly principalMoments: Vec3;
  /** The unit vectors of the principal axes, right-handed. */
  readonly principalAxes: readonly [Vec3, Vec3, Vec3];
}

/**
 * Returns the mass properties of a mesh; `null` without a volume. Integrates over the tetrahedra between a point and each triangle (Tonon,
 * "Explicit Exact Formulas for the 3-D Tetrahedron Inertia Tensor in Terms of its Vertex Coordinates", 2005). The point is near the mesh and
 * sums are compensated, so map coordinates keep their precision. Exact apart from rounding for a closed mesh; for an open one the result
 * depends on the point. An inside-out mesh gets the same result as its flipped copy.
 */
export function massProperties(mesh: TriangleMesh, density: number, about: Vec3): MassProperties | null {
  return massOfSums(integralsOf(mesh, about), density, about);
}

/**
 * Returns the mass properties of several solids as one body, from their integrals about one point. Overlaps count twice. An inside-out
 * solid counts like its flipped copy.
 */
export function massOfSolids(solids: readonly (readonly number[])[], density: number, about: Vec3): MassProperties | null {
  const [only, ...others] = solids;
  if (only === undefined) return null;
  if (others.length === 0) return massOfSums(only, density, about);
  const sums = Array.from({ length: only.length }, createSum);
  for (const solid of [only, ...others]) {
    const sign = solid[0] < 0 ? -1 : 1;
    solid.forEach((integral, i) => addToSum(sums[i], sign * integral));
  }
  return massOfSums(sums.map(sumOf), density, about);
}

/** Returns the (10) integrals of `addTetrahedron`. The kernel computes the same in `integrate`. */
export function integralsOf(mesh: TriangleMesh, about: Vec3): readonly number[] {
  const sums = new Float64Array(20);
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (isFiniteTriangle(mesh, triangle)) addTetrahedron(mesh, triangle, about, sums);
  }
  return Array.from({ length: 10 }, (_, i) => sumOf(sums.subarray(2 * i, 2 * i + 2)));
}

function massOfSums(sums: readonly number[], density: number, about: Vec3): MassProperties | null {
  const sum = (i: number): number => sums[i];
  const volume = sum(0) / 6;
  if (volume === 0 || !Number.isFinite(volume)) return null;
  const centre: Vec3 = [sum(1) / (24 * volume), sum(2) / (24 * volume), sum(3) / (24 * volume)];
  const [cx, cy, cz] = centre;
  const sign = Math.sign(volume);
  const moment = (i: number, a: number, b: number): number => sign * density * (sum(i) / 120 - volume * a * b);
  const mxx = moment(4, cx, cx);
  const myy = moment(5, cy, cy);
  const mzz = moment(6, cz, cz);
  const myz = moment(7, cy, cz);
  const mzx = moment(8, cz, cx);
  const mxy = moment(9, cx, cy);
  const inertia = [myy + mzz, -mxy, -mzx, -mxy, mzz + mxx, -myz, -mzx, -myz, mxx + myy];
  const { values, vectors } = symmetricEigen(inertia);
  return {
    density,
    volume,
    mass: Math.abs(volume) * density,
    centre: [cx + about[0], cy + about[1], cz + about[2]],
    inertia,
    principalMoments: values,
    principalAxes: vectors,
  };
}

/**
 * Adds a triangle to ten compensated sums. The first is the determinant of its corners relative to the point (six times the volume). The
 * others are its products with the sum of the corners and with the sums of coordinate products.
 */
function addTetrahedron({ positions, indices }: TriangleMesh, triangle: number, about: Vec3, sums: Float64Array): void {
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const ax = positions[a] - about[0];
  const ay = positions[a + 1] - about[1];
  const az = positions[a + 2] - about[2];
  const bx = positions[b] - about[0];
  const by = positions[b + 1] - about[1];
  const bz = positions[b + 2] - about[2];
  const cx = positions[c] - about[0];
  const cy = positions[c + 1] - about[1];
  const cz = positions[c + 2] - about[2];
  const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const x = ax + bx + cx;
  const y = ay + by + cy;
  const z = az + bz + cz;
  addToSums(sums, 0, d);
  addToSums(sums, 1, d * x);
  addToSums(sums, 2, d * y);
  addToSums(sums, 3, d * z);
  addToSums(sums, 4, d * (x * x + ax * ax + bx * bx + cx * cx));
  addToSums(sums, 5, d * (y * y + ay * ay + by * by + cy * cy));
  addToSums(sums, 6, d * (z * z + az * az + bz * bz + cz * cz));
  addToSums(sums, 7, d * (y * z + ay * az + by * bz + cy * cz));
  addToSums(sums, 8, d * (z * x + az * ax + bz * bx + cz * cx));
  addToSums(sums, 9, d * (x * y + ax * ay + bx * by + cx * cy));
}
