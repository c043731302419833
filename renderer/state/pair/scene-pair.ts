import { computed, type ReadonlySignal } from '@preact/signals-core';
import { toErrorData, type InspectorErrorData } from '#core/error';
import type { Transform } from '#core/math';
import type { TreedMesh } from '#core/pair';
import type { DocumentId } from '#host-api';
import { hasStopped } from '../documents/is-settled.ts';
import { shownTransform } from './pair-query.ts';
import type { LoadedMesh, FetchedTree, MovingInput, PageDocument, Scene } from '../store/records.ts';

/** The query of the scene's two meshes, or why there is none yet, or none at all. */
export type ScenePairState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly text: string }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData }
  | ScenePair;

export interface ScenePair {
  readonly kind: 'query';
  readonly input: MovingInput;
  readonly aFromB: Transform;
  /** The fixed mesh. */
  readonly a: TreedMesh;
  readonly b: TreedMesh;
}

/** Follows the scene. The value changes only when something that the query depends on has changed. */
export function scenePair(
  scene: ReadonlySignal<Scene>,
  documents: ReadonlySignal<readonly PageDocument[]>,
): ReadonlySignal<ScenePairState> {
  const movingMesh = computed(() => scene.value.movingMesh);
  const fixed = sideOf(scene, documents, () => movingMesh.value?.fixed ?? null);
  const moving = sideOf(scene, documents, () => movingMesh.value?.document ?? null);
  return computed(() => {
    const input = movingMesh.value;
    if (input === null) return { kind: 'none' };
    const [a, b] = [fixed.value, moving.value];
    if ('kind' in a) return a;
    if ('kind' in b) return b;
    try {
      return { kind: 'query', input, aFromB: shownTransform(input), a, b };
    } catch (thrown) {
      return { kind: 'failed', problem: toErrorData(thrown) };
    }
  });
}

type Side = TreedMesh | Exclude<ScenePairState, ScenePair | { kind: 'none' }>;

function sideOf(
  scene: ReadonlySignal<Scene>,
  documents: ReadonlySignal<readonly PageDocument[]>,
  id: () => DocumentId | null,
): ReadonlySignal<Side> {
  const document = computed(() => documents.value.find(({ summary }) => summary.id === id()) ?? null);
  const mesh = computed(() => document.value?.mesh ?? null);
  const tree = computed(() => {
    const of = id();
    return of === null ? null : (scene.value.trees.get(of) ?? null);
  });
  // Progress within a phase is no change.
  const phase = computed(() => document.value?.summary.phase ?? 'failed');
  const name = computed(() => document.value?.summary.name ?? '');
  return computed(() => ready(name.value, phase.value, mesh.value, tree.value));
}

function ready(name: string, phase: PageDocument['summary']['phase'], mesh: LoadedMesh | null, tree: FetchedTree | null): Side {
  const isOver = hasStopped(phase);
  if (mesh === null)
    return isOver ? failed(name, 'It could not be read', 'Choose another mesh') : { kind: 'waiting', text: `${name} is being read` };
  if (mesh.bounds === null) {
    const problem = {
      code: 'no-triangles',
      message: 'It has no usable triangle, so nothing can intersect it',
      fix: 'Choose another mesh. The findings of this mesh show the cause',
      location: { file: name },
    } as const;
    return { kind: 'failed', problem };
  }
  if (tree !== null) return { mesh: mesh.mesh, tree: tree.tree };
  return isOver
    ? failed(name, 'It has no tree', 'Build one in the Tree panel')
    : { kind: 'waiting', text: `The tree of ${name} is being built` };
}

function failed(name: string, message: string, fix: string): Extract<ScenePairState, { kind: 'failed' }> {
  return { kind: 'failed', problem: { code: 'invalid-argument', message, fix, location: { file: name } } };
}
