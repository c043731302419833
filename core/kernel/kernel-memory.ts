import { InspectorError } from '../error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BuilderExports, KernelWord, QueryExports, StudyExports } from './kernel-exports.ts';

/** What any instance has: memory to reserve. */
type Arena = BuilderExports | QueryExports | StudyExports;

/** What WebAssembly can address. */
const maxBytes = 2 ** 32;

/** Reads an address or count of the kernel. */
export function unsigned({ value }: KernelWord): number {
  return value >>> 0;
}

/**
 * Checks what a function of the kernel that reserves memory returned: an address, or 1; 0 where memory has ended. Returns it as unsigned.
 * @throws InspectorError `too-large`; the instance is then of no use, and nothing else is lost.
 */
export function reserved(address: number): number {
  if (address === 0) throw tooLarge('There is not enough memory for the tree of this mesh');
  return address >>> 0;
}

/** Reserves bytes in the arena of an instance, for as long as it exists, and returns their address. @throws InspectorError `too-large`. */
export function reserve(kernel: Arena, bytes: number): number {
  return reserved(kernel.allocate(bytes));
}

/** Copies words into new memory of an instance and returns their address. @throws InspectorError `too-large`. */
export function copyIn(kernel: Arena, words: Uint32Array): number {
  const address = reserve(kernel, words.byteLength);
  viewU32(kernel, address, words.length).set(words);
  return address;
}

/**
 * Views of the memory of an instance, here and below. When the memory grows, views get the length 0. Memory that is not shared grows with
 * `reserve`, and with queries that keep many hits or pairs.
 */
export function viewU8({ memory }: Pick<Arena, 'memory'>, address: number, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, address, length);
}

export function viewU32({ memory }: Pick<Arena, 'memory'>, address: number, length: number): Uint32Array {
  return new Uint32Array(memory.buffer, address, length);
}

export function viewF64({ memory }: Pick<Arena, 'memory'>, address: number, length: number): Float64Array {
  return new Float64Array(memory.buffer, address, length);
}

/**
 * Refuses what would not fit the 4 GiB of WebAssembly, before anything is allocated.
 * @throws InspectorError `too-large`.
 */
export function checkFits(bytes: number): void {
  if (bytes < maxBytes) return;
  throw tooLarge(`The tree of this mesh needs at least ${(bytes / 2 ** 30).toFixed(1)} GiB to build, and WebAssembly has 4`);
}

/** Whether an error says that memory does not suffice: JavaScript, which needs no copy, then does the work. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof InspectorError && error.code === 'too-large';
}

export function tooLarge(message: string): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message,
    fix: 'Split the file into parts, or build a tree of another kind',
    location: {},
  });
}

/** Returns the bytes that a mesh takes in the kernel. */
export function meshMemory({ positions, indices }: TriangleMesh): number {
  return 8 * positions.length + 4 * indices.length;
}

/** Copies a mesh into an instance and returns its address. @throws InspectorError `too-large`. */
export function loadMesh(kernel: Arena, { positions, indices }: TriangleMesh): number {
  const address = reserved(kernel.reserveMesh(positions.length / 3, indices.length / 3));
  viewF64(kernel, address, positions.length).set(positions);
  viewU32(kernel, address + 8 * positions.length, indices.length).set(indices);
  return address;
}
