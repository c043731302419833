import { parentPort } from 'node:worker_threads';
import { servePairs } from '#core/library/serve-pairs';

if (parentPort === null) throw new Error('pair-helper.js runs as a worker thread only');
const port = parentPort;
port.on(
  'message',
  servePairs((message) => port.postMessage(message)),
);
