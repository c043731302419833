import type { QueryExports } from './kernel-exports.ts';
import { unsigned } from './kernel-memory.ts';

/** An instance that runs queries, with views of its whole memory, and where its result is as an index into each view. */
export interface QueryKernel {
  readonly kernel: QueryExports;
  /** Whether other instances may grow the memory too: its views then never get the length 0. */
  readonly isShared: boolean;
  readonly resultF64: number;
  readonly resultU32: number;
  /** Replaced when the memory has grown. */
  f64: Float64Array;
  u32: Uint32Array;
}

/** Views an instance whose result has been reserved. */
export function viewQueries(kernel: QueryExports, isShared = false): QueryKernel {
  const result = unsigned(kernel.result);
  const { buffer } = kernel.memory;
  return { kernel, isShared, resultF64: result / 8, resultU32: result / 4, f64: new Float64Array(buffer), u32: new Uint32Array(buffer) };
}

/** Replaces the views where the memory has grown: they then have the length 0, or less than that of shared memory. Hot: bench `rays-random`. */
export function renewViews(views: QueryKernel): void {
  if (views.u32.length > 0 && (!views.isShared || views.u32.byteLength === views.kernel.memory.buffer.byteLength)) return;
  const { buffer } = views.kernel.memory;
  views.f64 = new Float64Array(buffer);
  views.u32 = new Uint32Array(buffer);
}
