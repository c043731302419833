import { parentPort } from 'node:worker_threads';
import { serveNarrow } from '#core/scene/narrow/serve-narrow';

if (parentPort === null) throw new Error('narrow-helper.js runs as a worker thread only');
const port = parentPort;
port.on(
  'message',
  serveNarrow((message) => port.postMessage(message)),
);
