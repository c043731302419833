import { Worker } from 'node:worker_threads';
import type { Transform } from '#core/math/transform';
import { axisRotation } from '#core/math/axis-rotation';
import { writeMeshBytes } from '#core/mesh/mesh-bytes';
import { defaultValues } from '#core/options/option';
import { sceneOptions } from '#core/options/scene-options';
import { noProgress } from '#core/progress';
import { everyLayer, type FromNarrow, type NarrowThread, type SceneInstance } from '#core/scene';
import { packScene } from '#core/scene/document/packed-scene';
import { createSceneStepper, type SceneStepper, type SteppedScene } from '#core/scene/scene-stepper';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { builtScript } from '../corpus-folder.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const count = 10_000;
/** Edge of the cube for each instance, in radii of the mesh. */
const room = 1.6;

/** Exact pairs of surfaces of 10,000 rotated instances of the mesh at rest: two worker threads against this thread. */
export const narrowParallel: BenchTask = {
  name: 'narrow-parallel',
  rival: 'Boxwood',
  unit: 'ms',
  run: async ({ fast: { mesh, tree } }, rounds) => {
    const bytes = writeMeshBytes(mesh, (byteLength) => new SharedArrayBuffer(byteLength));
    const instances = placed(rounds === 0 ? 60 : count);
    const start = (threads: number): SceneStepper => {
      const options = { ...defaultValues(sceneOptions), method: 'grid', narrow: true, threads } as const;
      return createSceneStepper([{ mesh: bytes, tree: tree.bytes }], packScene({ meshes: ['mesh'], instances }), options, startThread);
    };
    const [two, one] = [start(2), start(1)];
    const run = (stepper: SceneStepper) => (): Promise<SteppedScene> => stepper.run(0, true, noProgress);
    try {
      const result = await compare({ run: run(two) }, { run: run(one) }, rounds);
      const [ours, theirs] = [result.ours, result.theirs].map(({ pairs, narrow }) => resultHash(pairs!, narrow!.overlaps));
      const { facts } = result.ours;
      return {
        ours: result.oursMilliseconds.min,
        theirs: result.theirsMilliseconds.min,
        oursMedian: result.oursMilliseconds.median,
        theirsMedian: result.theirsMilliseconds.median,
        hash: ours!,
        rivalVersion: 'in one thread',
        disagreement: ours === theirs ? null : `one thread finds other pairs: ${theirs}`,
        note: `${facts.pairs.toLocaleString('en')} pairs of boxes, ${facts.narrow!.spheres.toLocaleString('en')} of spheres, ${facts.narrow!.overlaps.toLocaleString('en')} of surfaces`,
      };
    } finally {
      two.end();
      one.end();
    }
  },
};

function placed(instances: number): readonly SceneInstance[] {
  const { number: random, direction } = seeded(23);
  const side = room * benchRadius * Math.cbrt(instances);
  return Array.from({ length: instances }, () => {
    const turn = axisRotation(direction(), 2 * Math.PI * random());
    const at = [side * random(), side * random(), side * random()] as const;
    const matrix: Transform = [...turn.slice(0, 3), 0, ...turn.slice(3, 6), 0, ...turn.slice(6), 0, ...at, 1];
    return { mesh: 0, matrix, set: 'moving', layer: 1, mask: everyLayer, motion: null };
  });
}

function startThread(): NarrowThread {
  const worker = new Worker(builtScript('main/worker/narrow-helper.js'));
  return {
    post: (message) => worker.postMessage(message),
    listen: (receive) => {
      worker.on('message', (message: FromNarrow) => receive(message));
      for (const end of ['error', 'exit']) worker.on(end, () => receive(null));
    },
    end: () => void worker.terminate(),
  };
}
