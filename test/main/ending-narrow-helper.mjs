import { parentPort } from 'node:worker_threads';
import { serveNarrow } from '../../dist/core/scene/index.js';

// Does one batch, and ends at the second one.
let batches = 0;
const serve = serveNarrow((message) => parentPort.postMessage(message));
parentPort.on('message', (message) => {
  if (message.kind === 'batch' && batches++ === 1) process.exit(1);
  serve(message);
});
