import { parentPort } from 'node:worker_threads';
import { helpRead } from '#core/import/stl/facet-blocks';
import { descriptorSource } from './open-file.ts';
import type { ReadHelpRequest } from './start-read-helpers.ts';

if (parentPort === null) throw new Error('read-helper.js runs as a worker thread only');
const port = parentPort;
port.on('message', ({ file, blocks }: ReadHelpRequest) => {
  helpRead(blocks, descriptorSource(file, Infinity));
  port.postMessage(null);
});
