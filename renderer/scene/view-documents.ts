import { untracked } from '@preact/signals-core';
import type { Bounds } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { PageDocument } from '../state/store/records.ts';
import { createDocumentView, type DocumentView } from './document-view.ts';
import { createGizmo, type GizmoView } from './gizmo.ts';
import { localSpaceOf } from './local-space.ts';
import type { Palette } from './palette.ts';
import { inView, type ViewState } from './view-state.ts';

/** Effect: one document view for each document that is shown and has a mesh with bounds. */
export function followShownDocuments(state: ViewState): void {
  const open = state.store.shown.value;
  untracked(() => matchDocuments(state, open));
}

function matchDocuments(state: ViewState, open: readonly PageDocument[]): void {
  const old = state.views.peek();
  const kept = old.filter((view) => open.some(({ summary, mesh }) => summary.id === view.id && mesh?.mesh === view.mesh));
  const added = open.filter(({ summary, mesh }) => mesh !== null && mesh.bounds !== null && !kept.some(({ id }) => id === summary.id));
  if (kept.length === old.length && added.length === 0) return;
  for (const view of old) if (!kept.includes(view)) view.dispose();
  const next = [...kept];
  for (const { summary, mesh, firstFrameMilliseconds } of added) {
    if (mesh === null || mesh.bounds === null) continue;
    if (firstFrameMilliseconds === null) state.unseen.set(summary.id, performance.now());
    // The space of the first document becomes the space of the view, as long as any document is shown.
    // A document with a new pose keeps its space, and the camera stays.
    const isFirst = next.length === 0 && !old.some(({ id }) => id === summary.id);
    if (isFirst) state.viewSpace = localSpaceOf(mesh.bounds);
    const view = addDocument(state, summary.id, mesh.mesh, mesh.bounds, state.palette.peek());
    // A second view takes the camera of the first.
    if (isFirst && (state.link.leads || state.store.camera.peek() === null)) {
      state.toFrame = { bounds: inView(state, mesh.mainBounds ?? mesh.bounds), how: 'jump' };
    }
    next.push(view);
  }
  state.views.value = next;
  state.loop.request();
}

/** Makes the layers of all documents again: in other colours, or because the WebGL context was lost. */
export function rebuildViews(state: ViewState, colours: Palette): void {
  untracked(() => {
    state.gizmo.dispose();
    state.gizmo = addGizmo({ ...state, size: () => state.size }, colours);
    const old = state.views.peek();
    for (const view of old) view.dispose();
    // New views: the effect that shows the handles runs again.
    state.views.value = old.map(({ id, mesh, bounds }) => addDocument(state, id, mesh, bounds, colours));
    state.loop.request();
  });
}

function addDocument(state: ViewState, id: DocumentId, mesh: DocumentView['mesh'], bounds: Bounds, colours: Palette): DocumentView {
  const { store, pixels, clip, labels, clusters, viewSpace, loop } = state;
  const view = createDocumentView(
    { store, palette: colours, pixels, clip, labels, clusters, viewSpace, changed: loop.request },
    id,
    mesh,
    bounds,
  );
  state.scene.add(view.object);
  return view;
}

interface GizmoParts extends Pick<ViewState, 'rig' | 'loop' | 'scene'> {
  /** CSS pixels of the view. */
  readonly size: () => ViewState['size'];
}

/** Adds the handles of the moving mesh to the scene, not shown yet. */
export function addGizmo({ rig, loop, scene, size }: GizmoParts, colours: Palette): GizmoView {
  const gizmo = createGizmo({ camera: rig.camera, focus: () => rig.pose.distance, size, palette: colours, changed: loop.request });
  scene.add(gizmo.object);
  return gizmo;
}
