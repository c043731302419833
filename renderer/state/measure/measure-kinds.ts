import type { InspectorErrorData } from '#core/error';
import type { Vec3 } from '#core/math';
import type { SurfaceMeasures } from '#core/mesh';
import type { DocumentId } from '#host-api';

/** What the measure tool measures. */
export type MeasureKind = 'points' | 'clearance' | 'bounds';

/**
 * Why a click of the measure tool took nothing. No surface is there, its mesh has no tree, or that surface is chosen already. An instance of a
 * scene has no clearance.
 */
export type MeasureRefusal = 'noSurface' | 'noTree' | 'sameSurface' | 'instance';

/** One of two surfaces whose distance is measured: a part, or all of a document. */
export interface ClearanceSide {
  readonly document: DocumentId;
  /** `null` for all parts. */
  readonly part: number | null;
}

/** The distance of two surfaces with its witness; world space. */
export interface Clearance {
  /** 0 where the surfaces intersect or touch. */
  readonly distance: number;
  /** Of the nearest triangles, import indices of their documents. */
  readonly triangles: readonly [number, number];
  readonly points: readonly [Vec3, Vec3];
  readonly milliseconds: number;
}

export type ClearanceState =
  | { readonly kind: 'none' }
  /** `last` is the result of an earlier pose of the same surfaces. */
  | { readonly kind: 'running'; readonly fraction: number; readonly last: Clearance | null }
  | { readonly kind: 'done'; readonly clearance: Clearance }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** The measures of the selection. */
export type BoundsState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly document: DocumentId }
  /** In the space of the document's file. */
  | { readonly kind: 'done'; readonly document: DocumentId; readonly measures: SurfaceMeasures }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };
