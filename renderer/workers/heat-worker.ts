/** The worker that draws what the rays of the view cost, so that the page goes on meanwhile. */
import type { ToHeatWorker } from '../state/heat/heat-messages.ts';
import { createNextTurn } from './next-turn.ts';
import { serveHeat } from './serve-heat.ts';

const receive = serveHeat({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  turn: createNextTurn(),
  now: () => performance.now(),
});
self.addEventListener('message', (event: MessageEvent<ToHeatWorker>) => receive(event.data));
