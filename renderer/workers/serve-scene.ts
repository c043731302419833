import { toErrorData } from '#core/error';
import { type TriangleMesh, writeMeshBytes } from '#core/mesh';
import { buildOptions, defaultValues } from '#core/options';
import type { Progress } from '#core/progress';
import { type ComparedMesh, compareScene, type SceneComparison } from '#core/scene';
import { buildTree, type TreeKind } from '#core/tree';
import {
  createSceneStepper,
  maxSceneBytes,
  type NarrowThread,
  packScene,
  parseSceneBytes,
  type SceneStepper,
  unpackScene,
} from '#core/scene';
import { placedBy } from './placed-by.ts';
import { writeScene } from './write-scene.ts';
import { stagesOf } from '../state/instances/frame-facts.ts';
import type { FromSceneWorker, SceneMesh, ToSceneWorker } from '../state/instances/scene-messages.ts';

export interface ScenePort {
  post(message: FromSceneWorker, transfer: ArrayBuffer[]): void;
  now(): number;
  /** Whether the page shares memory with the worker. */
  readonly shared: boolean;
  /** Of the text of a written scene; left out for the limit of files that can be read. */
  readonly maxSceneBytes?: number;
  readonly startThread: () => NarrowThread;
}

/** Poses and boxes of two steps: one that the page draws, and one that is written. */
interface FrameMemory {
  readonly matrices: Float64Array;
  readonly boxes: Float64Array;
}

/** Between two reports of progress, ms. */
const reportEvery = 100;

/** Reads scene files, and runs one scene step by step. Returns the function that takes messages. */
export function serveScene(port: ScenePort): (message: ToSceneWorker) => void {
  let stepper: SceneStepper | null = null;
  let memories: readonly FrameMemory[] | null = null;
  let turn = 0;
  let reported = 0;

  const progress = (fraction: number): void => {
    if (port.now() - reported < reportEvery) return;
    reported = port.now();
    port.post({ kind: 'progress', fraction }, []);
  };

  async function step(wanted: number): Promise<void> {
    reported = port.now();
    const { facts, pairs, narrow } = await stepper!.run(wanted, true, progress);
    const stages = stagesOf(pairs!, narrow?.near ?? null, narrow?.overlaps ?? null);
    const { matrices, boxes } = copied(stepper!, port.shared ? (memories ??= sharedMemories(stepper!))[turn]! : null);
    turn = 1 - turn;
    const transfer = [pairs!.buffer, stages.buffer, ...(port.shared ? [] : [matrices.buffer, boxes.buffer])] as ArrayBuffer[];
    port.post({ kind: 'stepped', frame: { step: wanted, facts, matrices, boxes, pairs: pairs!, stages } }, transfer);
  }

  return (message) => {
    const fail = (thrown: unknown): void => port.post({ kind: 'failed', problem: toErrorData(thrown) }, []);
    try {
      switch (message.kind) {
        case 'read': {
          const scene = packScene(parseSceneBytes(new Uint8Array(message.bytes).slice()));
          return port.post({ kind: 'read', scene }, []);
        }
        case 'write':
          reported = port.now();
          return port.post({ kind: 'written', file: writeScene(message.scene, port.maxSceneBytes ?? maxSceneBytes, progress) }, []);
        case 'compare':
          return port.post({ kind: 'compared', comparison: compared(message, progress) }, []);
        case 'place':
          return port.post({ kind: 'placed', placed: placedBy(message.request) }, []);
        case 'open':
          stepper = createSceneStepper(message.meshes.map(sceneMesh), message.scene, message.options, port.startThread);
          return;
        case 'step':
          // Without a stepper the open has failed, which was reported.
          if (stepper !== null) step(message.step).catch(fail);
          return;
      }
    } catch (thrown) {
      fail(thrown);
    }
  };
}

type CompareMessage = Extract<ToSceneWorker, { readonly kind: 'compare' }>;

/** Builds both kinds of trees with one triangle in a leaf, and compares. */
function compared({ scene, meshes, options }: CompareMessage, progress: Progress): SceneComparison {
  const known = new Map<Float64Array, ComparedMesh>();
  const treed = meshes.map(({ positions, indices }) => {
    const mesh = { positions, indices, parts: [] };
    const treeOf = (kind: TreeKind): ArrayBuffer => buildTree(mesh, { ...defaultValues(buildOptions), kind, leafTriangles: 1 });
    const own = known.get(positions) ?? { mesh: bytesOf(mesh), withLeaves: treeOf('aabb'), leafFree: treeOf('leaf-free') };
    known.set(positions, own);
    return own;
  });
  return compareScene(treed, unpackScene(scene), options, progress);
}

function bytesOf(mesh: TriangleMesh): ArrayBuffer {
  return writeMeshBytes(mesh, (length) => new ArrayBuffer(length));
}

function sceneMesh({ positions, indices, tree }: SceneMesh): Parameters<typeof createSceneStepper>[0][number] {
  return { mesh: bytesOf({ positions, indices, parts: [] }), tree };
}

function sharedMemories({ poses, world }: SceneStepper): readonly FrameMemory[] {
  const numbers = (length: number): Float64Array => new Float64Array(new SharedArrayBuffer(8 * length));
  return [0, 1].map(() => ({ matrices: numbers(poses.matrices.length), boxes: numbers(world.boxes.length) }));
}

/** Returns poses and boxes of the step, in the shared memory, or in memory of their own, which is transferred. */
function copied({ poses, world }: SceneStepper, memory: FrameMemory | null): FrameMemory {
  if (memory === null) return { matrices: poses.matrices.slice(), boxes: world.boxes.slice() };
  memory.matrices.set(poses.matrices);
  memory.boxes.set(world.boxes);
  return memory;
}
