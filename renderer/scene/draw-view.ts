import { Matrix4 } from 'three';
import type { Vec3 } from '#core/math';
import type { Bounds } from '#core/mesh';
import type { DrawnInstances } from '../state/camera/frame-info.ts';
import type { DocumentId } from '#host-api';
import { reportCamera, reportFirstFrame, reportFrame } from '../commands/report-view.ts';
import { boundsToWorld, placementOf } from '../state/pair/placement.ts';
import { poseFromWorld } from './camera-link.ts';
import { isDrawn, setClipPlanes } from './clip.ts';
import { firstSeen } from './first-frames.ts';
import { freeRect } from './free-rect.ts';
import { toSource } from './local-space.ts';
import { rendererName } from './renderer-name.ts';
import { instanceBoxes, sphereBoxes, versionBoxes } from './target-bounds.ts';
import { viewCameraOf } from './view-rays.ts';
import type { DrawnBounds } from './camera-fit.ts';
import { nearestSurface } from './nearest-surface.ts';
import { inView, type ViewState } from './view-state.ts';

/** Draws a frame. Returns whether another one must follow, since the camera still moves. */
export function drawView(state: ViewState, time: number): boolean {
  const { store, rig, visible, unseen } = state;
  if (state.gl.isContextLost()) return false;
  const start = performance.now();
  setClipPlanes(state.clip, store.kept.peek(), state.viewSpace);
  state.canvas.ariaBusy = 'true';
  const continues = moveCamera(state, time);
  state.cameraLink?.share();
  shareViewCamera(state);
  const instances = arrangeInstances(state);
  state.renderer.render(state.scene, rig.camera);
  state.keepPrograms(state.scene);
  arrangeLabels(state);
  state.input.lookAgain();
  const seen = firstSeen(unseen, new Set(visible.peek().map(({ id }) => id)), start);
  state.timer.measure(start, (milliseconds) => {
    if (!state.loop.pending) state.canvas.ariaBusy = 'false';
    reportFrame(store, { milliseconds, renderer: rendererName(state.gl), instances });
    for (const id of seen) markSeen(state, id);
  });
  return continues;
}

/** Moves the camera to its place in the frame at this time. Returns whether its movement continues. */
function moveCamera(state: ViewState, time: number): boolean {
  state.isPlacing = true;
  try {
    frameTarget(state);
    takeRestoredCamera(state);
    const flies = state.cameraInput.step(time);
    const turns = state.turntable.step(time);
    return placeCamera(state, time) || flies || turns;
  } finally {
    state.isPlacing = false;
  }
}

/** Frames what is due, clear of the panels over the view. */
function frameTarget(state: ViewState): void {
  const { toFrame, rig, size, link } = state;
  if (toFrame === null) return;
  rig.frameBounds(toFrame.bounds, freeRect(size.width, size.height, link.obstacles()), toFrame.how, toFrame.from);
  state.framed = { bounds: toFrame.bounds, pose: rig.pose };
  state.toFrame = null;
}

/** Moves the camera up to this time, and all that depends on it. Returns whether a transition continues. */
export function placeCamera(state: ViewState, time: number): boolean {
  const { store, rig, size } = state;
  const handles = state.gizmo.bounds();
  const drawn = [
    ...state.gridDrawn,
    ...(handles === null ? [] : [handles]),
    ...instanceBoxes(store).map((box) => withinReach(inView(state, box))),
    ...versionBoxes(store).map((box) => inView(state, box)),
    ...sphereBoxes(store).map((box) => withinReach(inView(state, box))),
  ];
  const moves = rig.update(time, (eye) => [...drawnMeshes(state, eye), ...drawn]);
  state.sectionHandles.update();
  state.scene.updateMatrixWorld();
  state.clusters.arrange({
    camera: rig.camera,
    width: size.width,
    height: size.height,
    isKept: state.clip.length === 0 ? null : (point) => isDrawn(state.clip, point),
  });
  return moves;
}

/** Chooses which instances of the open scene are drawn in detail as the camera sees them; `null` where all of them are. */
function arrangeInstances({ instances, rig: { camera }, canvas }: Pick<ViewState, 'instances' | 'rig' | 'canvas'>): DrawnInstances | null {
  if (instances === null) return null;
  const { projectionMatrix, matrixWorldInverse } = camera;
  const clip = new Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse).elements;
  return instances.arrange({ clip, vertical: projectionMatrix.elements[5], height: canvas.height });
}

/** Draws a frame of a picture with some device pixels for each CSS pixel. */
export function drawAt(state: Pick<ViewState, 'instances' | 'rig' | 'canvas' | 'renderer' | 'pixels' | 'scene'>, ratio: number): void {
  const { canvas, renderer, pixels, scene, rig } = state;
  renderer.setPixelRatio(ratio);
  pixels.viewport.value.set(canvas.width, canvas.height);
  pixels.ratio.value = ratio;
  arrangeInstances(state);
  renderer.render(scene, rig.camera);
}

/** A restored camera and its lens replace the framing of the meshes that were opened with it, once. */
function takeRestoredCamera(state: ViewState): void {
  const camera = state.store.camera.peek();
  if (camera?.isRestored !== true || camera === state.restored || state.views.peek().length === 0) return;
  state.restored = camera;
  const { rig } = state;
  const lens = state.store.lens.peek();
  rig.take(poseFromWorld(state.viewSpace, camera.pose), lens, 'jump');
  state.kept = lens === null ? null : { pose: rig.pose, lens };
}

/** The visible meshes with their distance from the eye, view space. */
function drawnMeshes(state: ViewState, eye: Vec3): readonly DrawnBounds[] {
  const { store, viewSpace, visible } = state;
  const scene = store.scene.peek();
  return visible.peek().map(({ id, mesh, bounds }) => {
    const placement = placementOf(scene, id);
    const box = withinReach(inView(state, boundsToWorld(placement, bounds)));
    const distance = nearestSurface(scene.trees.get(id)?.tree ?? null, mesh, placement, toSource(viewSpace, eye));
    return distance === null ? box : { ...box, nearest: distance / viewSpace.unit };
  });
}

/** Places the labels as the last frame saw them: they make room for the pointer, which changes nothing else in the picture. */
export function arrangeLabels({ labels, clusters, rig, size, input, link, clip }: ViewState): void {
  labels.arrange(rig.camera, size.width, size.height, input.pointer, link.obstacles, (point) => isDrawn(clip, point));
  clusters.point(input.pointer);
}

/** The camera for queries with rays through the pixels of the view. */
function shareViewCamera({ store, rig, viewSpace }: ViewState): void {
  const { camera } = rig;
  const parallel = camera.isOrthographicCamera ? { focus: camera.pose.distance, near: camera.near } : null;
  const now = viewCameraOf(camera, camera.lens, viewSpace, parallel);
  if (JSON.stringify(now) !== JSON.stringify(store.viewCamera.peek())) reportCamera(store, now);
}

function markSeen({ store, unseen }: ViewState, id: DocumentId): void {
  const since = unseen.get(id);
  unseen.delete(id);
  if (since != null) reportFirstFrame(store, id, performance.now() - since);
}

/** Fits the view to its container, in CSS pixels; `ratio` is device pixels per CSS pixel. */
export function resizeView(state: ViewState, width: number, height: number, ratio: number): void {
  const { canvas, renderer, pixels, rig } = state;
  // A list that opens below the view must not move the picture under the pointer; a resized window scales it.
  const { ofWindow } = state.size;
  const isOtherWindow = innerWidth !== ofWindow.width || innerHeight !== ofWindow.height;
  const keepsScale = width === state.size.width && !isOtherWindow;
  const isOtherRatioOnly = keepsScale && height === state.size.height;
  state.size = { width: Math.max(width, 1), height: Math.max(height, 1), ofWindow: { width: innerWidth, height: innerHeight } };
  renderer.setPixelRatio(ratio);
  renderer.setSize(state.size.width, state.size.height);
  pixels.viewport.value.set(canvas.width, canvas.height);
  pixels.ratio.value = ratio;
  rig.setSize(state.size.width, state.size.height, keepsScale);
  if (state.kept?.pose === rig.pose) rig.take(rig.pose, state.kept.lens, 'jump');
  // A list that opens would cover the foot of what was framed. Under the pointer the picture stays, and after a click in the view wherever the pointer is by then;
  // not in a window of another size.
  const isPointedAt = !isOtherWindow && (state.canvas.parentElement?.matches(':hover') === true || state.presses.isInView);
  if (!isOtherRatioOnly && state.link.leads && state.framed?.pose === rig.pose && state.toFrame === null && !isPointedAt)
    state.toFrame = { bounds: state.framed.bounds, how: 'jump' };
  // Setting the size clears the canvas; drawing at once avoids flicker.
  if (drawView(state, performance.now())) state.loop.request();
}

/** How far the depth range follows a sphere, in view units. Without a limit, a very large sphere would leave no depth for the meshes. */
const maxReach = 1000;

function withinReach({ min, max }: Bounds): Bounds {
  const clamp = (value: number): number => Math.min(Math.max(value, -maxReach), maxReach);
  return { min: [clamp(min[0]), clamp(min[1]), clamp(min[2])], max: [clamp(max[0]), clamp(max[1]), clamp(max[2])] };
}
