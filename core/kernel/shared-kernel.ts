import { decodeBase64 } from '../base64.ts';
import type { KernelHost, SharedExports, SharedQueryExports, SharedStudyExports } from './kernel-exports.ts';
import { sharedKernelBase64, sharedQueriesBase64, sharedStudyBase64 } from './kernel.generated.ts';

/** A compiled module. Declarations of the library do not name `WebAssembly`: TypeScript has it only with the library `dom`. */
export type SharedModule = object;

/** A memory of WebAssembly that threads share. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  /** Returns the pages before it grew. */
  readonly grow: (pages: number) => number;
}

/** A part of the kernel, compiled for instances on several threads that share one memory. Module and memory can be sent to other threads. */
export interface SharedKernel {
  readonly module: SharedModule;
  /** Returns `null` where the address space of 4 GiB is not available; each engine has another error for that. */
  readonly createMemory: () => SharedMemory | null;
}

/** The exported numbers of an instance, by which it finds its data in the memory. Another instance that adopts them works on the same data. */
export type KernelState = Readonly<Record<string, number>>;

/** Pages of 64 KiB. Shared memory must have a maximum: all that WebAssembly can address. It takes only what it grows to. */
const pages = { initial: 1, maximum: 65536, shared: true } as const;

/** Returns `null` where WebAssembly has no SIMD or threads, and where memory cannot be shared: in a page that is not isolated from other origins. */
export function compileSharedKernel(): SharedKernel | null {
  return compileShared(sharedKernelBase64);
}

/** Returns the queries of one tree in the same way; `null` as `compileSharedKernel`. */
export function compileSharedQueries(): SharedKernel | null {
  return compileShared(sharedQueriesBase64);
}

function compileShared(base64: string): SharedKernel | null {
  const bytes = decodeBase64(base64);
  if (bytes === null || typeof WebAssembly === 'undefined' || typeof SharedArrayBuffer === 'undefined') return null;
  try {
    return {
      module: new WebAssembly.Module(bytes),
      createMemory: () => orNull(() => new WebAssembly.Memory(pages)),
    };
  } catch {
    // As in `compile-kernel.ts`.
    return null;
  }
}

/** Makes an instance of the shared builder on a memory. */
export function instantiateShared(module: SharedModule, memory: SharedMemory): SharedExports {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  // The build checks the generated typings against the names in the module.
  return { ...exports, memory } as unknown as SharedExports;
}

/** Makes an instance of the shared queries on a memory. Returns `null` where the engine has no room for it. */
export function instantiateSharedQueries(module: SharedModule, memory: SharedMemory, host: KernelHost): SharedQueryExports | null {
  const instance = orNull(() => new WebAssembly.Instance(module, { env: { memory }, host: { ...host } }));
  return instance === null ? null : ({ ...instance.exports, memory } as unknown as SharedQueryExports);
}

/** Makes an instance of the shared study on a memory. Returns `null` where the engine has no room for it. */
export function instantiateSharedStudy(module: SharedModule, memory: SharedMemory): SharedStudyExports | null {
  const instance = orNull(() => new WebAssembly.Instance(module, { env: { memory } }));
  return instance === null ? null : ({ ...instance.exports, memory } as unknown as SharedStudyExports);
}

/**
 * Reads the size of a memory again, for a thread that has received it. In V8 a thread that receives a memory while another one grows it can keep the size
 * from before. Loads and stores do not check that size, but a copy beyond it ends with an error. All threads then have a new buffer of the memory.
 */
export function renewSize(memory: SharedMemory): void {
  memory.grow(0);
}

function orNull<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** Reads all exported numbers of an instance. */
export function stateOf(kernel: SharedExports): KernelState {
  return Object.fromEntries(globalsOf(kernel).map(([name, { value }]) => [name, value]));
}

/** Writes the exported numbers of another instance on the same memory to this one. */
export function adoptState(kernel: SharedExports, state: KernelState): void {
  for (const [name, global] of globalsOf(kernel)) global.value = state[name] ?? global.value;
}

/** Copies exported numbers of an instance to `numbers`, from `at` on. */
export function readWords(
  kernel: SharedStudyExports,
  names: readonly (keyof SharedStudyExports)[],
  numbers: Float64Array,
  at: number,
): void {
  names.forEach((name, i) => (numbers[at + i] = (kernel[name] as unknown as WebAssembly.Global).value));
}

/** Sets exported numbers of an instance to those that `readWords` copied from another one. */
export function writeWords(
  kernel: SharedStudyExports,
  names: readonly (keyof SharedStudyExports)[],
  numbers: Float64Array,
  at: number,
): void {
  names.forEach((name, i) => ((kernel[name] as unknown as WebAssembly.Global).value = numbers[at + i]));
}

function globalsOf(kernel: SharedExports): readonly (readonly [name: string, global: WebAssembly.Global])[] {
  return Object.entries(kernel).flatMap(([name, value]: [string, unknown]) =>
    value instanceof WebAssembly.Global ? [[name, value] as const] : [],
  );
}

/** The shared builder of this thread, compiled once, when the thread starts. */
export const theSharedKernel: SharedKernel | null = compileSharedKernel();

/**
 * Returns the study of a mesh in the same way, compiled at its first use in this thread; `null` as `compileSharedKernel`. Compiled again, it would run
 * in the slow code of the first calls again.
 */
export const theSharedStudy: () => SharedKernel | null = compiledOnce(sharedStudyBase64);

function compiledOnce(base64: string): () => SharedKernel | null {
  let compiled: { readonly kernel: SharedKernel | null } | null = null;
  return () => (compiled ??= { kernel: compileShared(base64) }).kernel;
}
