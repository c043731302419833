import { toErrorData } from '#core/error';
import { theKernel } from '#core/kernel';
import { surfaceMeasures } from '#core/mesh';
import { quickTree } from '#core/options';
import { type LoadedPair, loadPair, meshDistance, type TreedMesh } from '#core/pair';
import type { Progress } from '#core/progress';
import { buildTree, openTree } from '#core/tree';
import type { FromMeasureWorker, HeldSurface, ToMeasureWorker } from '../state/measure/measure-messages.ts';

export interface MeasurePort {
  post(message: FromMeasureWorker): void;
  now(): number;
}

/** Minimum time between two messages of progress, ms. */
const progressEvery = 100;
/** Share of the progress in which trees are built. */
const buildShare = 0.6;

interface MeasureServer {
  readonly held: [HeldSurface | null, HeldSurface | null];
  /** The surfaces with their trees; `null` until they are built. */
  pair: { readonly a: TreedMesh; readonly b: TreedMesh; readonly loaded: LoadedPair | null } | null;
}

/** Measures distances of two surfaces and the size of one. Returns the function that takes messages; each is handled at once. */
export function serveMeasure(port: MeasurePort): (message: ToMeasureWorker) => void {
  const server: MeasureServer = { held: [null, null], pair: null };
  return (message) => {
    switch (message.kind) {
      case 'hold':
        server.held[message.side] = message.surface;
        server.pair = null;
        return;
      case 'clearance':
        return replyTo(port, message.serial, () => clearanceOf(server, port, message));
      case 'surface': {
        const { serial, positions, indices } = message;
        return replyTo(port, serial, () => ({ kind: 'surface', serial, measures: surfaceMeasures({ positions, indices, parts: [] }) }));
      }
    }
  };
}

function replyTo(port: MeasurePort, serial: number, run: () => FromMeasureWorker): void {
  try {
    port.post(run());
  } catch (thrown) {
    port.post({ kind: 'failed', serial, problem: toErrorData(thrown) });
  }
}

function clearanceOf(
  server: MeasureServer,
  port: MeasurePort,
  { serial, aFromB }: Extract<ToMeasureWorker, { kind: 'clearance' }>,
): FromMeasureWorker {
  const start = port.now();
  const progress = progressOf(port, serial);
  server.pair ??= pairOf(server.held, (fraction) => progress(buildShare * fraction));
  const { a, b, loaded } = server.pair;
  const { distance, witness } = meshDistance(a, b, aFromB, (fraction) => progress(buildShare + (1 - buildShare) * fraction), loaded);
  const [first, second] = [server.held[0]!.first, server.held[1]!.first];
  const shifted = witness === null ? null : { ...witness, a: witness.a + first, b: witness.b + second };
  return { kind: 'clearance', serial, distance, witness: shifted, milliseconds: port.now() - start };
}

function progressOf(port: MeasurePort, serial: number): Progress {
  let reported = port.now();
  return (fraction) => {
    const now = port.now();
    if (now - reported < progressEvery) return;
    reported = now;
    port.post({ kind: 'progress', serial, fraction });
  };
}

function pairOf([first, second]: MeasureServer['held'], progress: Progress): NonNullable<MeasureServer['pair']> {
  const a = treed(first!, (fraction) => progress(fraction / 3));
  const b = treed(second!, (fraction) => progress((1 + fraction) / 3));
  return { a, b, loaded: loadPair(a, b, { buildsWide: true, progress: (fraction) => progress((2 + fraction) / 3) }) };
}

function treed({ positions, indices, first, count, tree }: HeldSurface, progress: Progress): TreedMesh {
  const mesh = { positions, indices: indices.slice(3 * first, 3 * (first + count)), parts: [] };
  return { mesh, tree: openTree(tree ?? buildTree(mesh, theKernel === null ? {} : quickTree, progress)) };
}
