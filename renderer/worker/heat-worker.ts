/** The worker that draws what the rays of the view cost, so that the page goes on meanwhile. */
import type { ToHeatWorker } from './heat-messages.ts';
import { serveHeat } from './serve-heat.ts';

/** A message to oneself comes after those that wait already. */
const channel = new MessageChannel();
const turns: (() => void)[] = [];
channel.port1.onmessage = () => turns.shift()?.();

const receive = serveHeat({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  turn: () =>
    new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(null);
    }),
  now: () => performance.now(),
});
self.addEventListener('message', (event: MessageEvent<ToHeatWorker>) => receive(event.data));
