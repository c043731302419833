import { effect, signal } from '@preact/signals-core';
import { Scene, type WebGLRenderer } from 'three';
import type { Store } from '../state/store/store.ts';
import { setClipPlanes } from './clip.ts';
import { linkCamera } from './camera-link.ts';
import { createCameraInput } from './camera-input.ts';
import { createCameraRig } from './camera-rig.ts';
import { createRenderer } from './create-renderer.ts';
import type { DocumentView } from './document-view.ts';
import { arrangeLabels, drawView, resizeView } from './draw-view.ts';
import { followContext, followSize, followTheme } from './follow-page.ts';
import { followFrameTargets } from './frame-target.ts';
import { createFrameTimer, type FrameTimer } from './frame-timer.ts';
import { createProgramKeeper } from './program-keeper.ts';
import { createFindingClusters } from './finding-clusters.ts';
import { createLabels } from './labels.ts';
import { addSectionHandles } from './section-handles.ts';
import { unionBounds } from './target-bounds.ts';
import { createPixelScale } from './line-material.ts';
import { readPalette, type Palette } from './palette.ts';
import { createRenderLoop, type RenderLoop, type RenderLoopParts } from './render-loop.ts';
import { forgetRendererName } from './renderer-name.ts';
import { addGizmo, followShownDocuments, rebuildViews } from './view-documents.ts';
import { followGround } from './view-ground.ts';
import { createViewInput } from './view-input.ts';
import { followTurnRequests } from './save-turntable.ts';
import { followPresses } from './presses.ts';
import { followPictures } from './take-picture.ts';
import { createTurntableMotion } from './turntable.ts';
import { followInstances } from './follow-instances.ts';
import { followFarthest } from './view-farthest.ts';
import { followMeasure } from './view-measure.ts';
import { createViewRays } from './view-rays.ts';
import { createViewRegions } from './view-regions.ts';
import { visibleViews, type ViewLink, type ViewState } from './view-state.ts';
import './scene-view.css';

/** The view of the meshes, alive in its container. */
export interface SceneView {
  dispose(): void;
}

/**
 * Fills a positioned container with a view that follows the store. It draws on demand what the store holds, and changes the store
 * only through tools and commands. Without WebGL2 it shows a message instead.
 */
export function createSceneView(container: HTMLElement, store: Store, link: ViewLink): SceneView {
  const root = document.createElement('div');
  root.className = 'scene-view';
  container.append(root);
  const renderer = createRenderer(root, store);
  if (renderer === null) return { dispose: () => root.remove() };
  const state = createState(root, renderer, store, link);
  const stops = [
    followTheme(() => {
      state.palette.value = themePalette(root);
    }),
    followSize(root, (width, height, ratio) => resizeView(state, width, height, ratio)),
    followContext(
      state.canvas,
      store,
      () => rebuildViews(state, state.palette.peek()),
      () => showRestored(state),
    ),
    effect(() => rebuildViews(state, state.palette.value)),
    effect(() => {
      setClipPlanes(state.clip, state.store.kept.value, state.viewSpace);
      state.loop.request();
    }),
    effect(() => followShownDocuments(state)),
    effect(() => followFlyMode(state)),
    ...followGround(state),
    ...followFrameTargets(state),
    ...followInstances(state),
    followMeasure(state),
    followFarthest(state),
    followPictures(state),
    followTurnRequests(state),
    () => state.cameraLink?.dispose(),
  ];
  state.cameraLink = linkCamera(store, state.rig, () => state.viewSpace);
  return {
    dispose() {
      for (const stop of stops) stop();
      disposeState(state);
      root.remove();
    },
  };
}

function createState(root: HTMLElement, renderer: WebGLRenderer, store: Store, link: ViewLink): ViewState {
  const canvas = renderer.domElement;
  describeCanvas(canvas);
  root.append(canvas);
  const clusters = createFindingClusters(root);
  const labels = createLabels(root);
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const timer = createFrameTimer(gl);
  const palette = signal<Palette>(themePalette(root));
  const views = signal<readonly DocumentView[]>([]);
  const loop = loopOf(canvas, timer, (time) => drawView(state, time));
  const rig = createCameraRig(() => void (state.isPlacing || loop.request()));
  const rays = createViewRays(store, () => {
    const { viewSpace, gizmo } = state;
    return { camera: rig.camera, viewSpace, target: rig.camera.pose.target, gizmo, clusters };
  });
  const regions = createViewRegions(root, store, () => ({ renderer, camera: rig.camera, views: state.visible.peek(), size: state.size }));
  const scene = new Scene();
  const cameraInput = createCameraInput({
    element: root,
    store,
    view: rays,
    rig,
    viewSpace: () => state.viewSpace,
    leads: link.leads,
    changed: loop.request,
  });
  const pixels = createPixelScale();
  const visible = visibleViews(store, views);
  const sectionHandles = addSectionHandles(scene, {
    store,
    view: rays,
    palette: () => palette.value,
    pixels,
    viewSpace: () => state.viewSpace,
    bounds: () => unionBounds(visible.value.map(({ bounds }) => bounds)),
    changed: () => loop.request(),
  });
  const state: ViewState = {
    store,
    link,
    canvas,
    renderer,
    keepPrograms: createProgramKeeper(renderer),
    gl,
    scene,
    labels,
    clusters,
    pixels,
    clip: [],
    sectionHandles,
    timer,
    palette,
    restores: signal(0),
    views,
    visible,
    loop,
    rig,
    cameraInput,
    turntable: createTurntableMotion({ store, rig, leads: link.leads, changed: loop.request }),
    input: createViewInput(root, store, { ...rays, ...regions }, cameraInput, () => {
      if (!loop.pending) arrangeLabels(state);
    }),
    presses: followPresses(root),
    cameraLink: null,
    gizmo: addGizmo({ rig, loop, scene, size: () => state.size }, palette.peek()),
    instances: null,
    unseen: new Map(),
    size: { width: 1, height: 1, ofWindow: { width: 0, height: 0 } },
    toFrame: null,
    framed: null,
    kept: null,
    restored: null,
    viewSpace: { origin: [0, 0, 0], unit: 1 },
    isPlacing: false,
    gridDrawn: [],
    wasActive: null,
  };
  return state;
}

function loopOf(canvas: HTMLCanvasElement, timer: FrameTimer, draw: RenderLoopParts['draw']): RenderLoop {
  return createRenderLoop({
    draw,
    busy: () => timer.pending,
    schedule: (callback) => {
      // Busy until the pixels of all requested frames are there: until then the view differs from the store.
      canvas.ariaBusy = 'true';
      return requestAnimationFrame(callback);
    },
    cancel: (handle) => cancelAnimationFrame(handle),
  });
}

/** Draws again in a restored context. Another GPU may draw it, or none. */
function showRestored({ gl, restores, loop }: ViewState): void {
  forgetRendererName(gl);
  restores.value++;
  loop.request();
}

/** The canvas can be focused, and says which keys it takes. */
function describeCanvas(canvas: HTMLCanvasElement): void {
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-roledescription', '3D view');
  canvas.setAttribute(
    'aria-label',
    'View of the meshes. Arrow keys orbit, Shift with arrow keys pans, plus and minus zoom. The panels list what it shows.',
  );
}

/** The fly mode takes the focus, so that the arrow keys are its own. */
function followFlyMode({ store, canvas, link }: ViewState): void {
  if (store.flies.value && link.leads) canvas.focus({ preventScroll: true });
}

function disposeState(state: ViewState): void {
  const { input, presses, cameraInput, turntable, views, clusters, sectionHandles, gizmo, loop, timer, labels, renderer } = state;
  input.dispose();
  presses.dispose();
  cameraInput.dispose();
  turntable.dispose();
  for (const view of views.peek()) view.dispose();
  views.value = [];
  sectionHandles.dispose();
  gizmo.dispose();
  loop.dispose();
  timer.dispose();
  labels.dispose();
  clusters.dispose();
  renderer.dispose();
  renderer.forceContextLoss();
}

function themePalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  return readPalette((token) => style.getPropertyValue(token));
}
