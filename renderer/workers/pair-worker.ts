/** The worker that intersects two meshes, so that the page stays responsive while one of them is dragged. */
import { createNextTurn } from './next-turn.ts';
import type { ToPairWorker } from '../state/pair/pair-messages.ts';
import { servePairs } from './serve-pairs.ts';
import { buildHelpers, startBuildWorkers } from './start-build-pool.ts';

const receive = servePairs({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  turn: createNextTurn(),
  now: () => performance.now(),
  helpers: buildHelpers(),
  startBuildPool: startBuildWorkers,
});
self.addEventListener('message', (event: MessageEvent<ToPairWorker>) => receive(event.data));
