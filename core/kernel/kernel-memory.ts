import { InspectorError } from '../error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BuilderExports } from './kernel-exports.ts';

/** What WebAssembly can address. */
const maxBytes = 2 ** 32;

/** The address that the kernel gave. @throws InspectorError `too-large` where it found no memory; the instance is then of no use, and nothing else is lost. */
export function granted(address: number): number {
  if (address === 0) throw tooLarge('There is not enough memory for the tree of this mesh');
  // Addresses above 2 GiB come as negative numbers.
  return address >>> 0;
}

/**
 * Refuses what could not be built or asked within the 4 GiB of WebAssembly, before anything is allocated.
 * @throws InspectorError `too-large`.
 */
export function checkFits(bytes: number): void {
  if (bytes < maxBytes) return;
  throw tooLarge(`The tree of this mesh needs at least ${(bytes / 2 ** 30).toFixed(1)} GiB to build, and WebAssembly has 4`);
}

/** Bytes that a mesh takes in the kernel. */
export function meshMemory({ positions, indices }: TriangleMesh): number {
  return 8 * positions.length + 4 * indices.length;
}

/** Copies a mesh into the kernel. @throws InspectorError `too-large`. */
export function loadMesh(kernel: BuilderExports, { positions, indices }: TriangleMesh): void {
  const at = granted(kernel.reserveMesh(positions.length / 3, indices.length / 3));
  new Float64Array(kernel.memory.buffer, at, positions.length).set(positions);
  new Uint32Array(kernel.memory.buffer, at + 8 * positions.length, indices.length).set(indices);
}

export function tooLarge(message: string): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message,
    fix: 'Split the file into parts, or build a tree of another kind',
    location: {},
  });
}
