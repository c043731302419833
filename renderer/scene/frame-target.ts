import { computed, effect, untracked } from '@preact/signals-core';
import type { DocumentId } from '#host-api';
import type { FrameRequest } from '../state/store/store.ts';
import { clearView } from './clear-view.ts';
import { findingSight } from './finding-sight.ts';
import { isLost } from './is-lost.ts';
import { targetBounds, unionBounds } from './target-bounds.ts';
import { inView, visibleBounds, type ViewState } from './view-state.ts';

/** Frames the targets that the store requests, and a new active document that is out of view. Returns the functions that stop it. */
export function followFrameTargets(state: ViewState): readonly (() => void)[] {
  const { store } = state;
  const active = computed(() => store.scene.value.activeDocument);
  return [
    effect(() => {
      const request = store.frameRequest.value;
      if (request.serial > 0 && state.link.leads) untracked(() => frameRequested(state, request));
    }),
    effect(() => {
      const id = active.value;
      untracked(() => keepInSight(state, id));
    }),
  ];
}

function frameRequested(state: ViewState, { target }: FrameRequest): void {
  const { store } = state;
  const active = store.scene.peek().activeDocument;
  const wanted = target ?? (active === null ? null : ({ kind: 'document', document: active } as const));
  const bounds = wanted === null || wanted.kind === 'all' ? unionBounds(visibleBounds(state)) : targetBounds(store, wanted);
  if (bounds === null) return;
  // A jump that is due stays a jump.
  const finding = wanted === null ? null : findingSight(store, wanted);
  const { pose, frame } = state.rig;
  const from = finding === null ? pose : clearView(pose, frame, finding.sight, finding.isSeen);
  state.toFrame = { bounds: inView(state, bounds), how: state.toFrame?.how ?? 'glide', from };
  state.loop.request();
}

/**
 * Another active document, chosen in a list or restored by undo, is framed if nothing of it would be seen. The instances of a scene are drawn in
 * place of documents.
 */
function keepInSight(state: ViewState, id: DocumentId | null): void {
  const before = state.wasActive;
  state.wasActive = id;
  const { movingMesh, instances } = state.store.scene.peek();
  if (!state.link.leads || id === null || before === null || before === id || state.toFrame !== null) return;
  if (movingMesh !== null || instances !== null) return;
  const bounds = targetBounds(state.store, { kind: 'document', document: id });
  if (bounds === null || !isLost(inView(state, bounds), state.rig.camera)) return;
  state.toFrame = { bounds: inView(state, bounds), how: 'glide' };
  state.loop.request();
}
