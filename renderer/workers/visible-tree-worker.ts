/** The worker that builds the tree of the visible parts, so that the page stays responsive. */
import type { ToVisibleWorker } from '../state/visibility/visible-messages.ts';
import { serveVisibleTree } from './serve-visible-tree.ts';

self.addEventListener('message', (event: MessageEvent<ToVisibleWorker>) => {
  const result = serveVisibleTree(event.data);
  self.postMessage(result, { transfer: result.kind === 'built' ? [result.tree] : [] });
});
