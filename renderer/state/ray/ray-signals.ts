import { computed, type ReadonlySignal } from '@preact/signals-core';
import { toErrorData, type InspectorErrorData } from '#core/error';
import { medianMicroseconds } from '#core/median-microseconds';
import type { TriangleMesh } from '#core/mesh';
import { createRayWorkspace, raycast, raycastInto } from '#core/query';
import { loadTree, type Tree } from '#core/tree';
import { releaseComputed } from '../store/release-computed.ts';
import { noTree } from '../store/no-tree.ts';
import type { PageDocument, RayInput, RayOutcome, Scene } from '../store/records.ts';
import { timingBudget } from '../store/timing-budget.ts';

export interface RaySignals {
  /** The result for the ray of the scene; `null` without a ray or a tree, and for a ray that cannot be cast. */
  readonly ray: ReadonlySignal<RayOutcome | null>;
  /** Why the ray of the scene cannot be cast: it has no direction, say. */
  readonly rayProblem: ReadonlySignal<InspectorErrorData | null>;
}

interface RaySources {
  readonly scene: ReadonlySignal<Scene>;
  readonly documents: ReadonlySignal<readonly PageDocument[]>;
}

/** Returns the query of the scene's ray. It runs again only when the ray, its mesh or its tree is another. */
export function raySignals({ scene, documents }: RaySources): RaySignals {
  const input = computed(() => scene.value.ray);
  const plainTree = computed(() => (input.value === null ? null : (scene.value.trees.get(input.value.document)?.tree ?? null)));
  const document = computed(() => documents.value.find(({ summary }) => summary.id === input.value?.document) ?? null);
  const mesh = computed(() => document.value?.mesh?.mesh ?? null);
  const name = computed(() => document.value?.summary.name ?? '');
  /** Stays as long as its tree and mesh do: a wide tree is copied into WebAssembly once. */
  const tree = computed(() => (plainTree.value === null || mesh.value === null ? null : loadTree(plainTree.value, mesh.value)));
  const result = computed(() => {
    if (input.value === null || mesh.value === null) return releaseComputed(mesh, tree);
    return castRay(input.value, mesh.value, tree.value, name.value);
  });
  return {
    ray: computed(() => (result.value !== null && 'outcome' in result.value ? result.value.outcome : null)),
    rayProblem: computed(() => (result.value !== null && 'problem' in result.value ? result.value.problem : null)),
  };
}

type RayResult = { readonly outcome: RayOutcome } | { readonly problem: InspectorErrorData };

function castRay(input: RayInput, mesh: TriangleMesh, tree: Tree | null, name: string): RayResult {
  try {
    if (tree === null) return { problem: noTree(name) };
    const result = raycast(tree, mesh, input, input.options);
    const workspace = createRayWorkspace(tree);
    const cast = (): number => raycastInto(tree, mesh, input, input.options, workspace);
    return { outcome: { input, result, microseconds: medianMicroseconds(cast, timingBudget) } };
  } catch (thrown) {
    return { problem: toErrorData(thrown) };
  }
}
