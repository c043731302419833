/** The worker that reads and runs scenes of many instances, so that the page stays responsive. */
import type { ToSceneWorker } from '../state/instances/scene-messages.ts';
import { serveScene } from './serve-scene.ts';
import { startNarrowWorker } from './start-narrow-worker.ts';
import { holdLock } from './worker-end.ts';

holdLock();

const receive = serveScene({
  post: (message, transfer) => self.postMessage(message, { transfer }),
  now: () => performance.now(),
  shared: globalThis.crossOriginIsolated === true,
  startThread: startNarrowWorker,
});
self.addEventListener('message', (event: MessageEvent<ToSceneWorker>) => receive(event.data));
