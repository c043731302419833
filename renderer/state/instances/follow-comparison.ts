import { effect, untracked } from '@preact/signals-core';
import { type InspectorErrorData, toErrorData } from '#core/error';
import type { SceneOptions } from '#core/options';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import type { SceneInput } from './scene-input.ts';
import type { SpawnScene } from './scene-messages.ts';

/** Runs the wanted comparison in a worker, until the state changes from outside or its scene is closed. Returns the function that stops. */
export function followSceneComparison(store: WritableStore, spawn: SpawnScene): () => void {
  let worker: ReturnType<SpawnScene> | null = null;
  const end = (): void => {
    worker?.terminate();
    worker = null;
  };
  const fail = (scene: SceneInput, problem: InspectorErrorData): void => {
    end();
    store.sceneComparison.value = { kind: 'failed', scene, problem };
  };
  const start = (scene: SceneInput, options: SceneOptions): void => {
    end();
    try {
      worker = spawn(
        (message) => {
          if (message.kind === 'progress') store.sceneComparison.value = { kind: 'running', scene, fraction: message.fraction };
          else if (message.kind === 'failed') fail(scene, message.problem);
          else if (message.kind === 'compared') {
            end();
            store.sceneComparison.value = { kind: 'done', scene, comparison: message.comparison };
          }
        },
        (reason) => fail(scene, lostWorker('compares the methods', 'Use fewer instances or steps', reason)),
      );
      const meshes = scene.documents.map((id) => {
        const { positions, indices } = store.documents.peek().find(({ summary }) => summary.id === id)!.mesh!.mesh;
        return { positions, indices, tree: null };
      });
      worker.post({ kind: 'compare', scene: scene.packed, meshes, options });
    } catch (thrown) {
      return fail(scene, toErrorData(thrown));
    }
    store.sceneComparison.value = { kind: 'running', scene, fraction: 0 };
  };
  const stop = effect(() => {
    const state = store.sceneComparison.value;
    const open = store.scene.value.instances;
    untracked(() => {
      if (state.kind === 'wanted') start(state.scene, state.options);
      else if (state.kind === 'none') end();
      else if (open !== state.scene) store.sceneComparison.value = { kind: 'none' };
    });
  });
  return () => {
    stop();
    end();
  };
}
