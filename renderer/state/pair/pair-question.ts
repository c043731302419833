import { computed, type ReadonlySignal } from '@preact/signals-core';
import { toErrorData, type InspectorErrorData } from '#core/error';
import type { Transform } from '#core/math/transform';
import type { TreedMesh } from '#core/pair/treed-mesh';
import type { DocumentId } from '#host-api';
import { movingTransform } from './pair-query.ts';
import type { LoadedMesh, LoadedTree, MovingInput, OpenDocument, Scene } from '../store/records.ts';

/** What the scene asks of its two meshes, or why it cannot ask yet, or at all. */
export type AskedPair =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly text: string }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData }
  | ScenePair;

export interface ScenePair {
  readonly kind: 'ask';
  readonly input: MovingInput;
  readonly aFromB: Transform;
  /** The still mesh. */
  readonly a: TreedMesh;
  readonly b: TreedMesh;
}

/** Follows the scene; another one only when something that the question depends on has changed. */
export function askedPair(scene: ReadonlySignal<Scene>, documents: ReadonlySignal<readonly OpenDocument[]>): ReadonlySignal<AskedPair> {
  const movingMesh = computed(() => scene.value.movingMesh);
  const still = sideOf(scene, documents, () => movingMesh.value?.still ?? null);
  const moved = sideOf(scene, documents, () => movingMesh.value?.document ?? null);
  return computed(() => {
    const input = movingMesh.value;
    if (input === null) return { kind: 'none' };
    const [a, b] = [still.value, moved.value];
    if ('kind' in a) return a;
    if ('kind' in b) return b;
    try {
      return { kind: 'ask', input, aFromB: movingTransform(input), a, b };
    } catch (thrown) {
      return { kind: 'failed', problem: toErrorData(thrown) };
    }
  });
}

type Side = TreedMesh | Exclude<AskedPair, ScenePair | { kind: 'none' }>;

function sideOf(
  scene: ReadonlySignal<Scene>,
  documents: ReadonlySignal<readonly OpenDocument[]>,
  id: () => DocumentId | null,
): ReadonlySignal<Side> {
  const document = computed(() => documents.value.find(({ summary }) => summary.id === id()) ?? null);
  const mesh = computed(() => document.value?.mesh ?? null);
  const tree = computed(() => {
    const of = id();
    return of === null ? null : (scene.value.trees.get(of) ?? null);
  });
  // A change of phase is another answer; a step of progress within it is none.
  const phase = computed(() => document.value?.summary.phase ?? 'failed');
  const name = computed(() => document.value?.summary.name ?? '');
  return computed(() => ready(name.value, phase.value, mesh.value, tree.value));
}

function ready(name: string, phase: OpenDocument['summary']['phase'], mesh: LoadedMesh | null, tree: LoadedTree | null): Side {
  const isOver = phase === 'failed' || phase === 'cancelled';
  if (mesh === null)
    return isOver ? failed(name, 'It could not be read', 'Choose another mesh') : { kind: 'waiting', text: `${name} is being read` };
  if (mesh.bounds === null) {
    const problem = {
      code: 'no-triangles',
      message: 'It has no usable triangle, so nothing can meet it',
      fix: 'Choose another mesh; its Findings tell why',
      location: { file: name },
    } as const;
    return { kind: 'failed', problem };
  }
  if (tree !== null) return { mesh: mesh.mesh, tree: tree.tree };
  return isOver
    ? failed(name, 'It has no tree to ask', 'Build one in the Tree panel')
    : { kind: 'waiting', text: `The tree of ${name} is being built` };
}

function failed(name: string, message: string, fix: string): Extract<AskedPair, { kind: 'failed' }> {
  return { kind: 'failed', problem: { code: 'invalid-argument', message, fix, location: { file: name } } };
}
