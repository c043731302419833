/** The worker that builds winding trees, so that the page stays responsive. */
import { toErrorData } from '#core/error';
import { createWindingTree, windingSurface } from '#core/query';
import { openTree } from '#core/tree';
import type { FromWindingWorker, ToWindingWorker } from '../state/probe/winding-messages.ts';

self.addEventListener('message', ({ data: { serial, bytes, parts: ofMesh, chosen } }: MessageEvent<ToWindingWorker>) => {
  const post = (message: FromWindingWorker, transfer: ArrayBuffer[] = []): void => self.postMessage(message, { transfer });
  try {
    const { positions, indices, tree } = bytes;
    const mesh = { positions, indices, parts: ofMesh };
    const { surface, scale, count, moments, next, nodes, first, terminal, order } = createWindingTree(
      openTree(tree),
      mesh,
      windingSurface(mesh, chosen),
    );
    // The order can be a part of the tree's bytes, which stay whole.
    const parts = { surface, scale, count, moments, next, nodes, first, terminal, order: order.slice() };
    post({ kind: 'built', serial, parts }, [moments.buffer as ArrayBuffer]);
  } catch (thrown) {
    post({ kind: 'failed', serial, problem: toErrorData(thrown) });
  }
});
