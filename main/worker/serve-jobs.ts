import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { cancelledError } from '#core/cancelled';
import { InspectorError, toErrorData } from '#core/error';
import type { RunningHash } from '#core/import';
import type { JobHost, JobResult } from '#core/job';
import { runJob } from '#core/job/run-job';
import type { Progress } from '#core/progress';
import { allocateShared } from '#core/shared-copy';
import { openFile } from './open-file.ts';
import { createDracoDecoder } from './draco-decoder.ts';
import { cancelRequested, type FromWorker, type SideFileOutcome, type ToWorker } from './messages.ts';
import { startBuildPool } from './start-build-pool.ts';
import { processorTime } from './processor-time.ts';
import { startNarrowThread } from './start-narrow-thread.ts';
import { spareStudyThreads } from './spare-study-threads.ts';

/** Ten reports per second move a bar well enough. Each is an event of the page, whose panels look at the document again. */
const millisecondsBetweenReports = 100;

/** Tree and builder take about as much memory again. */
const maxMeshBytes = Math.floor(totalmem() / 4);

/** Loaded by the first job that divides a mesh. */
const dividers: Required<JobHost>['dividers'] = {
  vhacd: async (...mesh) => (await import('./rapier-divider.ts')).divideByRapier(...mesh),
  coacd: async (...mesh) => (await import('./coacd-divider.ts')).divideByCoacd(...mesh),
};

type Port = Pick<MessagePort, 'postMessage' | 'on'>;

/** Runs the jobs that arrive at `port`, with progress, cancellation, and requests for side files. */
export function serveJobs(port: Port): void {
  const requests = new Map<number, (outcome: SideFileOutcome) => void>();
  const built = new Set<string>();
  const isFirstBuild: JobHost['isFirstBuild'] = ({ kind, split }) => {
    const before = built.size;
    return built.add(`${kind} ${split}`).size > before;
  };
  const studyThreads = spareStudyThreads();
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

  const readSideFile: JobHost['readSideFile'] = async (path) => {
    const request = requests.size;
    const outcome = await new Promise<SideFileOutcome>((resolve) => {
      requests.set(request, resolve);
      send({ kind: 'sideFileRequest', request, path });
    });
    if ('error' in outcome) throw new InspectorError(outcome.error);
    return outcome.bytes;
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'sideFile') {
      requests.get(message.request)?.(message.outcome);
      return;
    }
    requests.clear();
    const progress = progressOf(new Int32Array(message.cancelFlag), send);
    runJob(message.request, {
      progress,
      readSideFile,
      allocateMesh: allocateShared,
      decodeDraco: createDracoDecoder(),
      dividers,
      createHash: runningHash,
      openFile,
      maxMeshBytes,
      isFirstBuild,
      startBuildPool: (helpers) => startBuildPool(helpers),
      startNarrowThread: () => startNarrowThread(),
      startStudyThreads: studyThreads,
      processorTime,
    }).then(
      (result) => send({ kind: 'done', result }, transferOf(result)),
      (thrown: unknown) => send({ kind: 'failed', error: toErrorData(thrown), stack: stackOf(thrown) }),
    );
  });
}

function progressOf(cancelFlag: Int32Array, send: (message: FromWorker) => void): Progress {
  let lastReport = -Infinity;
  return (fraction) => {
    if (Atomics.load(cancelFlag, 0) === cancelRequested) throw cancelledError();
    const now = performance.now();
    if (now - lastReport < millisecondsBetweenReports) return;
    lastReport = now;
    send({ kind: 'progress', fraction });
  };
}

/** Returns the buffers to transfer without a copy; shared memory needs no transfer. */
function transferOf(result: JobResult): ArrayBuffer[] {
  switch (result.kind) {
    case 'import':
      return [...(result.mesh instanceof ArrayBuffer ? [result.mesh] : []), ...result.trees.map(({ tree }) => tree)];
    case 'build':
      return [result.tree];
    case 'repair':
    case 'hull':
    case 'decompose':
    case 'make-collider':
    case 'fit':
    case 'convert':
      return result.mesh instanceof ArrayBuffer ? [result.mesh] : [];
    case 'compare-colliders':
      return result.meshes.filter((mesh) => mesh instanceof ArrayBuffer);
    case 'bake':
      return [result.bytes.buffer];
    // Lists of pairs, overlaps and findings are copied: computing them took far longer.
    case 'pair':
    case 'convex-pair':
    case 'penetration':
    case 'deviation':
    case 'collider-regions':
    case 'motion':
    case 'verify-motion':
    case 'scene':
    case 'compare-scene':
    case 'walk':
    case 'bsp':
    case 'sphere':
    case 'check':
    case 'compare':
    case 'diff':
    case 'patch':
    case 'refit':
    case 'target':
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
