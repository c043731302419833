import type { ChecksDiff, GeometryDiff, MeshVersion, TriangleChanges, Versions } from '#core/diff';
import type { InspectorErrorData } from '#core/error';
import type { FarthestPoint, SurfaceChange, SurfaceFields } from '#core/health';
import type { HealthOptions } from '#core/options';

/** The one request to a worker that compares two versions of a mesh. It is ended then. */
export interface ToChangeWorker {
  /** Views of shared memory where the page may share it, else copies. */
  readonly before: MeshVersion;
  readonly after: MeshVersion;
  readonly health: HealthOptions;
  /** Whether to check both versions and to measure their distance too. */
  readonly all: boolean;
  /** Whether to measure the distances for the heat map. */
  readonly fields: boolean;
}

/** Results; the last message is `done` or `failed`. */
export type FromChangeWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'geometry'; readonly diff: GeometryDiff; readonly states: TriangleChanges }
  | { readonly kind: 'checks'; readonly checks: ChecksDiff }
  | { readonly kind: 'surface'; readonly surface: SurfaceChange }
  | { readonly kind: 'farthest'; readonly farthest: Versions<FarthestPoint | null> }
  | { readonly kind: 'fields'; readonly fields: SurfaceFields }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };
