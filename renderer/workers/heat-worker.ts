/** The worker that computes the heat map, so that the page stays responsive. */
import type { ToHeatWorker } from '../state/heat/heat-messages.ts';
import { createNextTurn } from './next-turn.ts';
import { serveHeat } from './serve-heat.ts';

const receive = serveHeat({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  turn: createNextTurn(),
  now: () => performance.now(),
});
self.addEventListener('message', (event: MessageEvent<ToHeatWorker>) => receive(event.data));
