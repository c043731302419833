import { InspectorError } from '#core/error';
import type { PackedScene } from '#core/scene';
import { lostWorker } from '../state/store/lost-worker.ts';
import type { PlacedScene, PlaceRequest } from '../state/instances/placed-scene.ts';
import type { SceneToSave } from '../state/instances/saved-scene.ts';
import type { FromSceneWorker, SpawnScene, ToSceneWorker } from '../state/instances/scene-messages.ts';
import { followEnd, isHeldLock } from './worker-end.ts';

/** The worker that reads and runs scenes, as a thread of the page. */
export const spawnScene: SpawnScene = (message, lost) => {
  const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<FromSceneWorker>) => {
    if (!isHeldLock(data)) message(data);
  });
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('a message could not be read'));
  const stopFollowing = followEnd(worker, () => lost('the browser ended it'));
  return {
    post: (sent) => worker.postMessage(sent),
    terminate: () => {
      stopFollowing();
      worker.terminate();
    },
  };
};

/** What projects let workers do with scenes. */
export const sceneWork = { readScene: readSceneText, writeScene: writeSceneFile, place: placeInWorker };

/** Parses the text of a scene file in a worker of its own. @throws InspectorError (rejects) as `parseScene`; `worker-lost`. */
async function readSceneText(bytes: ArrayBuffer | SharedArrayBuffer): Promise<PackedScene> {
  return (await replyTo({ kind: 'read', bytes }, 'read')).scene;
}

/** Writes a scene in a worker of its own; `null` when it was cancelled. @throws InspectorError (rejects) `worker-lost`. */
async function writeSceneFile(scene: SceneToSave, progress: (fraction: number) => void, signal: AbortSignal): Promise<Blob | null> {
  const reply = await replyTo({ kind: 'write', scene }, 'written', { progress, signal });
  return reply?.file ?? null;
}

/** Places instances in a worker of its own. @throws InspectorError (rejects) as `placeInstances`; `worker-lost`. */
async function placeInWorker(request: PlaceRequest): Promise<PlacedScene> {
  return (await replyTo({ kind: 'place', request }, 'placed')).placed;
}

type Reply<Kind> = Extract<FromSceneWorker, { readonly kind: Kind }>;

interface Watched {
  readonly progress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/** Sends one message to a new worker, and ends it after the reply. A cancelled one resolves to `null`. */
function replyTo<Kind extends FromSceneWorker['kind']>(message: ToSceneWorker, kind: Kind): Promise<Reply<Kind>>;
function replyTo<Kind extends FromSceneWorker['kind']>(message: ToSceneWorker, kind: Kind, watched: Watched): Promise<Reply<Kind> | null>;
function replyTo<Kind extends FromSceneWorker['kind']>(message: ToSceneWorker, kind: Kind, watched?: Watched): Promise<Reply<Kind> | null> {
  return new Promise((resolve, reject) => {
    const worker = spawnScene(
      (reply) => {
        if (reply.kind === 'progress') return watched?.progress(reply.fraction);
        if (reply.kind === kind) resolve(reply as Reply<Kind>);
        else if (reply.kind === 'failed') reject(new InspectorError(reply.problem));
        else return;
        worker.terminate();
      },
      (reason) => {
        worker.terminate();
        reject(new InspectorError(lostWorker('reads and writes scenes', 'Use a scene with fewer instances', reason)));
      },
    );
    watched?.signal.addEventListener('abort', () => {
      worker.terminate();
      resolve(null);
    });
    worker.post(message);
  });
}
