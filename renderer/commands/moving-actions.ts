/** Changes of the moving mesh that commands, panels and tools share: each is one undo step with one title. */
import { boundsCenter } from '#core/mesh';
import type { PairOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import { minus } from '#core/math';
import { fixedFor } from '../state/pair/choose-fixed.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import { movedInSteps, stepsFor } from '../state/pair/moving-steps.ts';
import { boundsOf, pairSize } from '../state/pair/pair-size.ts';
import { placementOf, pointToWorld } from '../state/pair/placement.ts';
import { contactIndex, loopIndex } from '../state/pair/pair-query.ts';
import type { FrameTarget, Gizmo, MovingPose, Selection } from '../state/store/records.ts';
import { withGizmo, withMovingMesh, withMovingPose, withTool } from '../state/store/scene-edits.ts';
import { type Store, writable } from '../state/store/store.ts';
import { frame } from './actions.ts';

/** Makes a document the moving mesh, chooses a fixed mesh, and frames both. Does nothing if it is the only mesh. */
export function useAsMovingMesh(store: Store, document: DocumentId): void {
  const fixed = fixedFor(store, document);
  if (fixed === null) return;
  const name = documentLabel(store.documents.peek(), document);
  writable(store).history.change(`Use ${name} as moving mesh`, (scene) => withTool(withMovingMesh(scene, document, fixed), 'movingMesh'));
  frame(store, { kind: 'pair' });
}

export function changeMovingMesh(store: Store, title: string, change: Partial<MovingPose>): void {
  writable(store).history.change(title, (scene) => withMovingPose(scene, change));
}

/** Shows a pose that is not a step yet. */
export function previewMovingMesh(store: Store, change: Partial<MovingPose>): void {
  writable(store).history.preview((scene) => withMovingPose(scene, change));
}

export function changePairOptions(store: Store, title: string, change: Partial<PairOptions>): void {
  writable(store).history.change(title, (scene) =>
    scene.movingMesh === null
      ? scene
      : { ...scene, movingMesh: { ...scene.movingMesh, options: { ...scene.movingMesh.options, ...change } } },
  );
}

/** Activates the moving mesh tool with these handles. Tool changes are no undo steps. */
export function takeGizmo(store: Store, change: Partial<Gizmo>): void {
  writable(store).history.amend((scene) => withTool(withGizmo(scene, change), 'movingMesh'));
}

/** Moves the centre of the moving mesh's bounds to the centre of the fixed mesh's bounds. */
export function bringTogether(store: Store): void {
  const { movingMesh } = store.scene.peek();
  if (movingMesh === null) return;
  const [fixed, bounds] = [boundsOf(store, movingMesh.fixed), boundsOf(store, movingMesh.document)];
  if (fixed === null || bounds === null) return;
  const { fineStep } = stepsFor(pairSize(store, movingMesh));
  const way = minus(boundsCenter(fixed), pointToWorld(placementOf({ movingMesh }, movingMesh.document), boundsCenter(bounds)));
  changeMovingMesh(store, 'Centre moving mesh', { translate: movedInSteps(movingMesh.translate, way, fineStep) });
}

/**
 * Returns the target that F frames: the selection; with the moving mesh tool both meshes instead of the fixed mesh or a missing
 * selection. The moving mesh itself is framed where it is, if it is selected.
 */
export function frameTarget(store: Store): FrameTarget | null {
  const { selection, tool, movingMesh } = store.scene.peek();
  if (tool !== 'movingMesh' || movingMesh === null) return selection;
  if (selection === null || isGone(store, selection)) return { kind: 'pair' };
  return selection.kind === 'document' && selection.document !== movingMesh.document ? { kind: 'pair' } : selection;
}

function isGone(store: Store, selection: Selection): boolean {
  if (selection.kind !== 'contact' && selection.kind !== 'loop') return false;
  const { outcome } = store.pair.peek();
  return outcome === null || (selection.kind === 'contact' ? contactIndex : loopIndex)(outcome, selection.a, selection.b) === null;
}
