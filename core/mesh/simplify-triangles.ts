import { InspectorError } from '../error.ts';

/** Limits of a simplification. */
export interface SimplifyLimits {
  readonly maxTriangles: number;
  /** Largest error, in units of the positions. */
  readonly maxError: number;
}

/** Beyond this, the tables of the simplifier do not fit in its memory. */
const maxSimplified = 8_000_000;

/**
 * Collapses edges by meshoptimizer, and returns (3·T) the vertices of the triangles left. They may be more than the limit where no collapse is
 * allowed. Vertices at equal positions form a seam, whose sides collapse together.
 * @param indices (3·T) vertices. @param positions (3·V) near 1, since the library has f32.
 * @throws InspectorError `unsupported-feature` without WebAssembly, and `too-large`.
 */
export async function simplifyTriangles(
  indices: Uint32Array,
  positions: Float32Array,
  { maxTriangles, maxError }: SimplifyLimits,
): Promise<Uint32Array> {
  // Loaded when it is needed: pages show repairs, but workers run them.
  const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
  if (!MeshoptSimplifier.supported) throw withoutWasm();
  checkSimplifiable(indices.length / 3);
  await MeshoptSimplifier.ready;
  const [left] = MeshoptSimplifier.simplify(indices, positions, 3, 3 * maxTriangles, maxError, ['ErrorAbsolute']);
  return left;
}

/** @throws InspectorError `too-large` for more triangles than `simplifyTriangles` takes. */
export function checkSimplifiable(triangles: number): void {
  if (triangles > maxSimplified) throw tooLarge(triangles);
}

function tooLarge(triangles: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `Cannot simplify ${triangles} triangles: the limit is ${maxSimplified}`,
    fix: 'Split the mesh into several files first',
    location: {},
  });
}

function withoutWasm(): InspectorError {
  return new InspectorError({
    code: 'unsupported-feature',
    message: 'Simplification needs WebAssembly, which is off here',
    fix: 'Leave simplification out',
    location: {},
  });
}
