import { invalidArgument } from '../../error.ts';
import { cross, length, minus, type Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** A point of a surface with the unit normal there. */
export interface SurfaceSample {
  readonly at: Vec3;
  readonly normal: Vec3;
}

/**
 * Returns a function that takes points of a surface, evenly by area. Each takes three random numbers.
 * @throws InspectorError `invalid-argument` for a mesh without area.
 */
export function createSurfaceSampler(mesh: TriangleMesh): (random: () => number) => SurfaceSample {
  const count = triangleCount(mesh);
  const sums = new Float64Array(count);
  let total = 0;
  for (let t = 0; t < count; t++) {
    if (isFiniteTriangle(mesh, t)) total += length(doubleArea(mesh, t));
    sums[t] = total;
  }
  if (!(total > 0 && total < Infinity)) throw invalidArgument('The surface has no area', 'Choose a mesh with triangles');
  return (random) => {
    const triangle = firstAbove(sums, total * random());
    const [a, b, c] = cornersOf(mesh, triangle);
    let u = random();
    let v = random();
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    const normal = doubleArea(mesh, triangle);
    const size = length(normal);
    return {
      at: [0, 1, 2].map((k) => a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k])) as unknown as Vec3,
      normal: [normal[0] / size, normal[1] / size, normal[2] / size],
    };
  };
}

/** The first index whose sum is above a value. */
function firstAbove(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Normal with twice the area as length. */
function doubleArea(mesh: TriangleMesh, triangle: number): Vec3 {
  const [a, b, c] = cornersOf(mesh, triangle);
  return cross(minus(b, a), minus(c, a));
}

function cornersOf({ positions, indices }: TriangleMesh, triangle: number): readonly [Vec3, Vec3, Vec3] {
  const corner = (k: number): Vec3 => {
    const at = 3 * indices[3 * triangle + k];
    return [positions[at], positions[at + 1], positions[at + 2]];
  };
  return [corner(0), corner(1), corner(2)];
}
