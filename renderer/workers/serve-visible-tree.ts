import { toErrorData } from '#core/error';
import { buildTree } from '#core/tree';
import { visibleMesh } from '../state/visibility/visible-mesh.ts';
import type { FromVisibleWorker, ToVisibleWorker } from '../state/visibility/visible-messages.ts';

/** Builds the tree of the visible triangles of a mesh. */
export function serveVisibleTree({ positions, indices, hidden, options }: ToVisibleWorker): FromVisibleWorker {
  try {
    const start = performance.now();
    const tree = buildTree(visibleMesh({ positions, indices, parts: [] }, hidden), options);
    return { kind: 'built', tree, milliseconds: performance.now() - start };
  } catch (thrown) {
    return { kind: 'failed', problem: toErrorData(thrown) };
  }
}
