/** What commands, panels and tools do to the mover: each is one step with one title. */
import { boundsCenter } from '#core/mesh/bounds';
import type { PairOptions } from '#core/options/pair-options';
import type { DocumentId } from '#host-api';
import { stillFor } from '../state/choose-still.ts';
import { documentLabel } from '../state/document-label.ts';
import { boundsOf, pairSize } from '../state/pair-size.ts';
import { placementOf, pointToWorld } from '../state/placement.ts';
import { contactIndex, loopIndex } from '../state/pair-query.ts';
import type { FrameTarget, Gizmo, MoverPose, Selection } from '../state/records.ts';
import { withGizmo, withMover, withMoverPose, withTool } from '../state/scene-edits.ts';
import type { Store } from '../state/store.ts';
import { movedInSteps, stepsFor } from '../tools/mover-drag.ts';
import { minus } from '../tools/vectors.ts';
import { frame } from './actions.ts';

/** The document becomes the mover, against another one; both are framed. Nothing happens when it is the only one. */
export function useAsMover(store: Store, document: DocumentId): void {
  const still = stillFor(store, document);
  if (still === null) return;
  const name = documentLabel(store.documents.peek(), document);
  store.history.change(`Use ${name} as mover`, (scene) => withTool(withMover(scene, document, still), 'mover'));
  frame(store, { kind: 'pair' });
}

export function changeMover(store: Store, title: string, change: Partial<MoverPose>): void {
  store.history.change(title, (scene) => withMoverPose(scene, change));
}

/** Shows a pose that is not a step yet. */
export function previewMover(store: Store, change: Partial<MoverPose>): void {
  store.history.preview((scene) => withMoverPose(scene, change));
}

export function changePairOptions(store: Store, title: string, change: Partial<PairOptions>): void {
  store.history.change(title, (scene) =>
    scene.mover === null ? scene : { ...scene, mover: { ...scene.mover, options: { ...scene.mover.options, ...change } } },
  );
}

/** Takes the mover tool in hand with these handles; no step, as with every tool. */
export function takeGizmo(store: Store, change: Partial<Gizmo>): void {
  store.history.amend((scene) => withTool(withGizmo(scene, change), 'mover'));
}

/** Moves the middle of the mover's box to the middle of the still mesh's. */
export function bringTogether(store: Store): void {
  const { mover } = store.scene.peek();
  if (mover === null) return;
  const [still, bounds] = [boundsOf(store, mover.still), boundsOf(store, mover.document)];
  if (still === null || bounds === null) return;
  const { fineStep } = stepsFor(pairSize(store, mover));
  const way = minus(boundsCenter(still), pointToWorld(placementOf({ mover }, mover.document), boundsCenter(bounds)));
  changeMover(store, 'Bring mover to the middle', { translate: movedInSteps(mover.translate, way, fineStep) });
}

/** What F brings into view: the selection; with the mover in hand, both meshes rather than a whole document or what is gone. */
export function frameTarget(store: Store): FrameTarget | null {
  const { selection, tool, mover } = store.scene.peek();
  if (tool !== 'mover' || mover === null) return selection;
  return selection === null || selection.kind === 'document' || isGone(store, selection) ? { kind: 'pair' } : selection;
}

function isGone(store: Store, selection: Selection): boolean {
  if (selection.kind !== 'contact' && selection.kind !== 'loop') return false;
  const { outcome } = store.pair.peek();
  return outcome === null || (selection.kind === 'contact' ? contactIndex : loopIndex)(outcome, selection.a, selection.b) === null;
}
