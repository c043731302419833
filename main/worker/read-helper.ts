import { parentPort } from 'node:worker_threads';
import { countSharedMemory } from '#core/memory-counter';
import { helpRead } from '#core/import/stl/facet-blocks';
import { descriptorSource } from './open-file.ts';
import type { ReadHelpRequest } from './start-read-helpers.ts';

if (parentPort === null) throw new Error('read-helper.js runs as a worker thread only');
const port = parentPort;
port.on('message', ({ file, blocks }: ReadHelpRequest) => {
  helpRead(blocks, descriptorSource(file, Infinity));
  countSharedMemory(blocks.positions.buffer.byteLength);
  port.postMessage(null);
});
// A request that could not be received is one without help.
port.on('messageerror', () => port.postMessage(null));
