import { parentPort } from 'node:worker_threads';
import type { ToBuilder } from '#core/tree/kinds/wide/parallel/build-pool';
import { serveBuild } from '#core/tree/kinds/wide/parallel/serve-build';

if (parentPort === null) throw new Error('build-helper.js runs as a worker thread only');
const port = parentPort;
const serve = serveBuild((message) => port.postMessage(message));
port.on('message', (message: ToBuilder | 'collect') => {
  if (message !== 'collect') return serve(message);
  globalThis.gc?.();
  port.postMessage('collected');
});
