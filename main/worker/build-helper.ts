import { parentPort } from 'node:worker_threads';
import { serveBuild } from '#core/tree/kinds/wide/parallel/serve-build';

if (parentPort === null) throw new Error('build-helper.js runs as a worker thread only');
const port = parentPort;
port.on(
  'message',
  serveBuild((message) => port.postMessage(message)),
);
