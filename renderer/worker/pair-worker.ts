/** The worker that asks two meshes how they meet, so that the page goes on while one of them is dragged. */
import { createNextTurn } from './next-turn.ts';
import type { ToPairWorker } from './pair-messages.ts';
import { servePairs } from './serve-pairs.ts';

const receive = servePairs({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  turn: createNextTurn(),
  now: () => performance.now(),
});
self.addEventListener('message', (event: MessageEvent<ToPairWorker>) => receive(event.data));
