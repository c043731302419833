import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { cancelledError } from '#core/cancelled';
import { InspectorError, toErrorData } from '#core/error';
import type { JobResult } from '#core/job/job';
import type { JobHost } from '#core/job/job-host';
import { runJob } from '#core/job/run-job';
import type { Progress } from '#core/progress';
import type { RunningHash } from '#core/import/source/watched-source';
import { openFile } from './open-file.ts';
import { createDracoDecoder } from './draco-decoder.ts';
import { cancelRequested, type FromWorker, type SideFileOutcome, type ToWorker } from './messages.ts';
import { startCrew } from './start-crew.ts';

/** About thirty reports a second are enough for the eye, and cost the main thread nothing. */
const millisecondsBetweenReports = 33;

/** Tree and what builds it take about as much again. */
const maxMeshBytes = Math.floor(totalmem() / 4);

type Port = Pick<MessagePort, 'postMessage' | 'on'>;

/** Runs the jobs that arrive at `port`, with progress, cancel and side files asked back from the other side. */
export function serveJobs(port: Port): void {
  const asks = new Map<number, (outcome: SideFileOutcome) => void>();
  const tell = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

  const readSideFile: JobHost['readSideFile'] = async (path) => {
    const ask = asks.size;
    const outcome = await new Promise<SideFileOutcome>((resolve) => {
      asks.set(ask, resolve);
      tell({ kind: 'askSideFile', ask, path });
    });
    if ('error' in outcome) throw new InspectorError(outcome.error);
    return outcome.bytes;
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'sideFile') {
      asks.get(message.ask)?.(message.outcome);
      return;
    }
    asks.clear();
    const progress = progressOf(new Int32Array(message.cancelFlag), tell);
    const allocateMesh = (byteLength: number): SharedArrayBuffer => new SharedArrayBuffer(byteLength);
    runJob(message.request, {
      progress,
      readSideFile,
      allocateMesh,
      decodeDraco: createDracoDecoder(),
      createHash: runningHash,
      openFile,
      maxMeshBytes,
      startCrew: (helpers) => startCrew(helpers),
    }).then(
      (result) => tell({ kind: 'done', result }, transferOf(result)),
      (thrown: unknown) => tell({ kind: 'failed', error: toErrorData(thrown), stack: stackOf(thrown) }),
    );
  });
}

function progressOf(cancelFlag: Int32Array, tell: (message: FromWorker) => void): Progress {
  let lastReport = -Infinity;
  return (fraction) => {
    if (Atomics.load(cancelFlag, 0) === cancelRequested) throw cancelledError();
    const now = performance.now();
    if (now - lastReport < millisecondsBetweenReports) return;
    lastReport = now;
    tell({ kind: 'progress', fraction });
  };
}

/** Plain memory is handed over without a copy; shared memory needs no handing over. */
function transferOf(result: JobResult): ArrayBuffer[] {
  switch (result.kind) {
    case 'import':
      return [...(result.mesh instanceof ArrayBuffer ? [result.mesh] : []), ...result.trees.map(({ tree }) => tree)];
    case 'build':
      return [result.tree];
    case 'bake':
      return [result.bytes.buffer];
    // Lists of pairs, touches and findings are copied: finding them cost far more.
    case 'pair':
    case 'sphere':
    case 'check':
    case 'compare':
    case 'refit':
    case 'verify':
      return [];
  }
}

function runningHash(): RunningHash {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
}

function stackOf(thrown: unknown): string | null {
  return thrown instanceof Error ? (thrown.stack ?? null) : null;
}
