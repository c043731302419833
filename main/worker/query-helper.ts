import { parentPort } from 'node:worker_threads';
import { serveQueries } from '#core/query/batch/serve-queries';

if (parentPort === null) throw new Error('query-helper.js runs as a worker thread only');
const port = parentPort;
port.on(
  'message',
  serveQueries((message) => port.postMessage(message)),
);
