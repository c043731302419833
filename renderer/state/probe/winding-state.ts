import type { InspectorErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import type { WindingTree } from '#core/query';
import type { Tree } from '#core/tree';

/** Winding trees of more triangles are built in a worker: in the page, 100,000 triangles would stop it for a tenth of a second. */
export const maxInPage = 20_000;

/** The winding tree of a large mesh, as a worker built it; see `followWinding`. */
export interface WindingState {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  /** The parts that are the surface. */
  readonly parts: string;
  /** `null` if that failed. */
  readonly built: WindingTree | null;
  readonly problem: InspectorErrorData | null;
}
