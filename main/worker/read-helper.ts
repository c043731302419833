import { parentPort } from 'node:worker_threads';
import { countMemory } from '#core/allocate-shared';
import { helpRead } from '#core/import/stl/facet-blocks';
import { descriptorSource } from './open-file.ts';
import type { ReadHelpRequest } from './start-read-helpers.ts';

if (parentPort === null) throw new Error('read-helper.js runs as a worker thread only');
const port = parentPort;
port.on('message', ({ file, blocks }: ReadHelpRequest) => {
  helpRead(blocks, descriptorSource(file, Infinity));
  // The arrays of many files would else stay until this thread collects garbage, for which it has no other reason.
  countMemory(blocks.positions.buffer.byteLength);
  port.postMessage(null);
});
// A request that could not be received is one without help.
port.on('messageerror', () => port.postMessage(null));
