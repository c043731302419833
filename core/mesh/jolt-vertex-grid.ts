const { fround } = Math;

/** The largest number of 21 bits. */
export const maxGridPoint = 2 ** 21 - 1;
/** Jolt divides by at least this size. */
const minSize = fround(1e-20);

/** The grid of 2^21 points an axis on which Jolt stores vertices, all numbers f32. */
export interface JoltGrid {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /** Size of a step along each axis; 0 for a flat one. */
  readonly step: readonly [number, number, number];
  /** Steps in a unit. */
  readonly stepsPerUnit: readonly [number, number, number];
}

/** Returns the grid over the vertices of triangles, which are finite in f32. Of a mesh without triangles its numbers are not finite. */
export function joltVertexGrid(positions: Float32Array | Float64Array, index: Uint16Array | Uint32Array): JoltGrid {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const vertex of index) {
    for (let k = 0; k < 3; k++) {
      const value = fround(positions[3 * vertex + k]);
      if (value < min[k]) min[k] = value;
      if (value > max[k]) max[k] = value;
    }
  }
  const size = (k: number): number => fround(max[k] - min[k]);
  const step = (k: number): number => fround(size(k) / maxGridPoint);
  const inverse = (k: number): number => fround(maxGridPoint / Math.max(size(k), minSize));
  return { min, max, step: [step(0), step(1), step(2)], stepsPerUnit: [inverse(0), inverse(1), inverse(2)] };
}

/** Whether two of three vertices lie on one point of the grid. Jolt refuses such a triangle. */
export function hasTwoOnOnePoint(positions: Float32Array | Float64Array, a: number, b: number, c: number, grid: JoltGrid): boolean {
  let [ab, bc, ca] = [true, true, true];
  for (let k = 0; k < 3; k++) {
    const atA = gridPoint(grid, fround(positions[3 * a + k]), k);
    const atB = gridPoint(grid, fround(positions[3 * b + k]), k);
    const atC = gridPoint(grid, fround(positions[3 * c + k]), k);
    ab &&= atA === atB;
    bc &&= atB === atC;
    ca &&= atC === atA;
  }
  return ab || bc || ca;
}

/** Returns the squared length of the normal of three vertices, in 32-bit floats as `IndexedTriangle::IsDegenerate` computes it. */
export function joltNormalSq(positions: Float32Array | Float64Array, a: number, b: number, c: number): number {
  const edge = (to: number, k: number): number => fround(fround(positions[3 * to + k]) - fround(positions[3 * a + k]));
  const part = (k: number, l: number): number => fround(fround(edge(b, k) * edge(c, l)) - fround(edge(b, l) * edge(c, k)));
  const [x, y, z] = [part(1, 2), part(2, 0), part(0, 1)];
  return fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
}

/** Returns the number of the grid point for an f32 coordinate on an axis, as Jolt rounds it. Hot. */
export function gridPoint({ min, stepsPerUnit }: JoltGrid, value: number, axis: number): number {
  return Math.trunc(fround(fround(fround(value - min[axis]) * stepsPerUnit[axis]) + 0.5));
}

/** Returns the coordinate of a grid point. Processors with fused multiplication give a neighbouring f32 at times. Hot. */
export function gridCoordinate({ min, step }: Pick<JoltGrid, 'min' | 'step'>, point: number, axis: number): number {
  return fround(fround(point * step[axis]) + min[axis]);
}
