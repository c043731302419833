/** The worker that finds the connected components of a mesh, so that the page stays responsive. */
import { components, meshTopology } from '#core/mesh';
import type { FromComponentWorker, ToComponentWorker } from '../state/colour/component-messages.ts';

self.addEventListener('message', ({ data: { serial, positions, indices } }: MessageEvent<ToComponentWorker>) => {
  const { count, setOf } = components(meshTopology({ positions, indices, parts: [] }));
  self.postMessage({ serial, count, setOf } satisfies FromComponentWorker, { transfer: [setOf.buffer as ArrayBuffer] }); // made here
});
