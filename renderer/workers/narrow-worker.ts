/** A worker that tests pairs of a scene for another one, in one memory with it. */
import { serveNarrow, type ToNarrow } from '#core/scene';
import { holdLock } from './worker-end.ts';

holdLock();

const receive = serveNarrow((message) => self.postMessage(message));
self.addEventListener('message', (event: MessageEvent<ToNarrow>) => receive(event.data));
