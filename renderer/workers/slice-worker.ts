/** The worker that measures signed distances of slices, so that the page stays responsive. */
import type { ToSliceWorker } from '../state/probe/slice-messages.ts';
import { createNextTurn } from './next-turn.ts';
import { serveSlice } from './serve-slice.ts';

const receive = serveSlice({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  turn: createNextTurn(),
  now: () => performance.now(),
});
self.addEventListener('message', (event: MessageEvent<ToSliceWorker>) => receive(event.data));
