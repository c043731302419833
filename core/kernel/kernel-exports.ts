import type {
  GeneratedExports,
  GeneratedImports,
  GeneratedSharedExports,
  GeneratedSharedQueryExports,
  GeneratedSharedStudyExports,
} from './kernel-exports.generated.ts';

/** What an instance of `assembly/index.ts` exports. Addresses and u32 come as i32: read them with `>>> 0`. */
export interface KernelExports extends GeneratedExports {
  readonly memory: { readonly buffer: ArrayBuffer };
}

/** What an instance of `assembly/shared.ts` exports, with the memory that it shares with other threads. */
export interface SharedExports extends GeneratedSharedExports {
  readonly memory: { readonly buffer: SharedArrayBuffer };
}

/** What an instance of `assembly/shared-queries.ts` exports, with the memory that it shares with other threads. */
export interface SharedQueryExports extends GeneratedSharedQueryExports {
  readonly memory: { readonly buffer: SharedArrayBuffer };
}

/** What an instance of `assembly/shared-study.ts` exports, with the memory that it shares with other threads. */
export interface SharedStudyExports extends GeneratedSharedStudyExports {
  readonly memory: { readonly buffer: SharedArrayBuffer };
}

/** What the whole kernel and the shared queries export: the queries of one tree. */
export interface QueryExports extends Pick<GeneratedExports, keyof GeneratedExports & keyof GeneratedSharedQueryExports> {
  readonly memory: { readonly buffer: ArrayBuffer | SharedArrayBuffer };
}

/** What the whole kernel and the shared builder export: the tree builder. */
export interface BuilderExports extends Pick<GeneratedExports, keyof GeneratedExports & keyof GeneratedSharedExports> {
  readonly memory: { readonly buffer: ArrayBuffer | SharedArrayBuffer };
}

/** What the whole kernel and the shared study export: the study of a mesh. */
export interface StudyExports extends Pick<GeneratedExports, keyof GeneratedExports & keyof GeneratedSharedStudyExports> {
  readonly memory: { readonly buffer: ArrayBuffer | SharedArrayBuffer };
}

/** An exported number of the kernel. Slow to read: not for hot code. */
export interface KernelWord {
  readonly value: number;
}

/**
 * What an instance calls where f64 cannot decide. A bool is 1 or 0.
 *
 * - `exactDistance`: the exact distance of a triangle along the ray; below 0 where the ray misses it.
 * - `settle`: writes the nearer of two hits to the kernel's result. An error of 0 marks a distance that is the f64 nearest to the true one.
 * - `touches`: whether the sphere or box of the query touches a triangle.
 * - `intersects`: whether a triangle of A intersects one of B, placed.
 *
 * Triangles above 2³¹ would come as negative numbers; there is no memory for that many.
 */
export type KernelHost = GeneratedImports;
