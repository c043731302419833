/** The worker that asks two meshes how they meet, so that the page goes on while one of them is dragged. */
import type { ToPairWorker } from './pair-messages.ts';
import { servePairs } from './serve-pairs.ts';

/** A message to oneself comes after those that wait already, and a timer would be held back. */
const channel = new MessageChannel();
const turns: (() => void)[] = [];
channel.port1.onmessage = () => turns.shift()?.();

const receive = servePairs({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  turn: () =>
    new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(null);
    }),
  now: () => performance.now(),
});
self.addEventListener('message', (event: MessageEvent<ToPairWorker>) => receive(event.data));
