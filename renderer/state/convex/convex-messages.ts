import type { ConvexPairResult, ListedAxis, PenetrationResult } from '#core/convex';
import type { InspectorErrorData } from '#core/error';
import type { Transform } from '#core/math';
import type { HeldBytes } from '../store/held-bytes.ts';

/** What is drawn of a convex hull: (6·n) ends of its edges, and (9·m) corners of its triangles. */
export interface HullFigure {
  readonly edges: Float64Array;
  readonly triangles: Float64Array;
}

/** A convex hull of a mesh. */
export interface HullFacts extends HullFigure {
  readonly vertices: number;
  /** Whether the mesh has the volume of its hull, and so is convex; `null` for open and flat ones. */
  readonly isConvex: boolean | null;
}

export type ToConvexWorker =
  /** `a` is the fixed mesh, `b` the moving mesh. */
  | { readonly kind: 'hold'; readonly a: HeldBytes; readonly b: HeldBytes }
  /** Tests the convex hulls, finds a push-out of the meshes, or tests whether they overlap. */
  | { readonly kind: 'pair' | 'pushOut' | 'verify'; readonly serial: number; readonly aFromB: Transform };

export type FromConvexWorker =
  | { readonly kind: 'progress'; readonly serial: number; readonly fraction: number }
  | { readonly kind: 'pair'; readonly serial: number; readonly found: HullPairFound }
  | { readonly kind: 'pushOut'; readonly serial: number; readonly result: PenetrationResult; readonly milliseconds: number }
  | { readonly kind: 'verify'; readonly serial: number; readonly overlap: boolean }
  | { readonly kind: 'failed'; readonly serial: number; readonly problem: InspectorErrorData };

/** The tests of both hulls at one pose. The hulls are in the spaces of their meshes. */
export interface HullPairFound {
  readonly result: ConvexPairResult;
  /** The largest gap or the smallest overlap first. */
  readonly axes: readonly ListedAxis[];
  readonly a: HullFacts;
  readonly b: HullFacts;
  readonly milliseconds: number;
}

/** Starts a worker. `lost` is called once if it ends by itself. */
export type SpawnConvex = (
  message: (message: FromConvexWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToConvexWorker): void; terminate(): void };
