import { parentPort } from 'node:worker_threads';
import { toErrorData, type InspectorErrorData } from '#core/error';
import { openMeshBytes } from '#core/mesh';
import { loadTree, openTree } from '#core/tree';
import { createQueryLines, type LineQuery } from './query-lines.ts';

/** A message to a thread that runs queries: first the mesh and its tree in shared memory, then the numbers of queries. */
export type ToQueryWorker =
  | { readonly kind: 'begin'; readonly query: LineQuery; readonly mesh: ArrayBuffer | SharedArrayBuffer; readonly tree: SharedArrayBuffer }
  | { readonly kind: 'run'; readonly numbers: Float64Array };

/** A reply to each `run`, in order. */
export type FromQueryWorker = { readonly text: string } | { readonly error: InspectorErrorData };

if (parentPort === null) throw new Error('query-worker.js runs as a worker thread only');
const port = parentPort;
let lines: ((numbers: Float64Array) => string) | null = null;

port.on('message', (message: ToQueryWorker) => {
  try {
    if (message.kind === 'begin') {
      const mesh = openMeshBytes(message.mesh);
      lines = createQueryLines(message.query, loadTree(openTree(message.tree), mesh), mesh);
    } else port.postMessage({ text: lines!(message.numbers) } satisfies FromQueryWorker);
  } catch (error) {
    port.postMessage({ error: toErrorData(error) } satisfies FromQueryWorker);
  }
});
