import { computed, effect, signal, untracked, type Signal } from '@preact/signals-core';
import { Scene } from 'three';
import type { Bounds } from '#core/mesh/bounds';
import { axisVector } from '#core/mesh/source-space';
import type { DocumentId } from '#host-api';
import { boundsToWorld, placementOf } from '../state/pair/placement.ts';
import { hiddenKey } from '../state/store/records.ts';
import { spaceOf } from '../state/documents/space-of.ts';
import { reportFirstFrame, reportFrame, reportCamera } from '../commands/report-view.ts';
import type { Store } from '../state/store/store.ts';
import { linkCamera, type CameraLink, type CameraPose } from './camera-link.ts';
import { createCameraRig } from './camera-rig.ts';
import { createDocumentView, type DocumentView } from './document-view.ts';
import { createFrameTimer } from './frame-timer.ts';
import { createGridLayer, gridBounds, gridUnder } from './grid-layer.ts';
import { createLabels } from './labels.ts';
import { isLost } from './is-lost.ts';
import type { Layer } from './layer.ts';
import { createPixelScale } from './line-material.ts';
import type { ViewRect } from './lens.ts';
import { localSpaceOf, toLocal, type LocalSpace } from './local-space.ts';
import { readPalette, type Palette } from './palette.ts';
import { createRenderer } from './create-renderer.ts';
import { createGizmo, type GizmoView } from './gizmo.ts';
import { freeRect } from './free-rect.ts';
import { followContext, followSize, followTheme } from './follow-page.ts';
import { createRenderLoop } from './render-loop.ts';
import { rendererName } from './renderer-name.ts';
import { sphereBoxes, targetBounds, unionBounds } from './target-bounds.ts';
import { createViewInput } from './view-input.ts';
import { createViewRays, viewCameraOf } from './view-rays.ts';
import './scene-view.css';

/** How several views of one scene go together. */
export interface ViewLink {
  readonly pose: Signal<CameraPose | null>;
  /** What lies over the view now: what is framed keeps clear of it. CSS pixels of the container. */
  readonly obstacles: () => readonly ViewRect[];
  /** Whether what is asked to be framed is this view's to frame; the others follow. */
  readonly leads: boolean;
}

/** The view of the meshes, alive in its container. */
export interface SceneView {
  dispose(): void;
}

/**
 * Fills a positioned container with a view that follows the store: it draws what the store holds, on demand, and
 * changes the store through tools and commands alone. Without WebGL2 it says so and shows nothing.
 */
export function createSceneView(container: HTMLElement, store: Store, { pose, leads, obstacles }: ViewLink): SceneView {
  const root = document.createElement('div');
  root.className = 'scene-view';
  container.append(root);
  const renderer = createRenderer(root, store);
  if (renderer === null) return { dispose: () => root.remove() };

  const scene = new Scene();
  const canvas = renderer.domElement;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'View of the meshes; what it shows is listed in the panels');
  root.append(canvas);
  const labels = createLabels(root);
  const pixels = createPixelScale();
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const timer = createFrameTimer(gl);
  const palette = signal<Palette>(themePalette(root));
  const views = signal<readonly DocumentView[]>([]);
  /** Documents whose mesh was handed over and not yet seen, with the time when that was. */
  const unseen = new Map<DocumentId, number>();
  let size = { width: 1, height: 1, ofWindow: 0 };
  /** What is to be framed when the next frame is drawn: panels over the view may still be on their way. View space. */
  let toFrame: { readonly bounds: Bounds; readonly how: 'fly' | 'jump' } | null = null;
  let viewSpace: LocalSpace = { origin: [0, 0, 0], unit: 1 };
  let gridDrawn: readonly Bounds[] = [];
  let link: CameraLink | null = null;

  const loop = createRenderLoop({
    draw,
    busy: () => timer.pending,
    schedule: (callback) => {
      // Until the pixels of all that was asked for are there: what is seen is not yet what the store holds.
      canvas.ariaBusy = 'true';
      return requestAnimationFrame(callback);
    },
    cancel: (handle) => cancelAnimationFrame(handle),
  });
  const rig = createCameraRig(canvas, loop.request);
  let gizmo = gizmoIn(palette.peek());
  const rays = createViewRays(store, () => ({ camera: rig.camera, lens: rig.lens, viewSpace, target: rig.target, gizmo }));
  const input = createViewInput(root, store, rays, rig, loop.request);

  const visible = computed(() => views.value.filter(({ id }) => !store.scene.value.hidden.has(hiddenKey(id))));
  const movingMesh = computed(() => store.scene.value.movingMesh);
  const active = computed(() => store.scene.value.activeDocument);
  let wasActive: DocumentId | null = null;
  /** What points up in the view: what does for the active document, +y where nothing says it. */
  const up = computed(() => spaceOf(store, store.activeDocument.value).up ?? '+y');
  /** Left-handed numbers would be seen mirrored: then the view mirrors them back, all that is in it alike. */
  const isMirrored = computed(() => spaceOf(store, store.activeDocument.value).handedness === 'left');
  /** Those that lie still; the ground does not follow the moving mesh about. */
  const resting = computed(() => {
    const still = visible.value.filter(({ id }) => id !== movingMesh.value?.document);
    return still.length > 0 ? still : visible.value;
  });
  const stops = [
    followTheme(() => {
      palette.value = themePalette(root);
    }),
    followSize(root, resize),
    followContext(canvas, store, () => rebuild(palette.peek()), loop.request),
    effect(() => rebuild(palette.value)),
    effect(() => rig.setUp(axisVector(up.value).vector)),
    effect(() => rig.setMirrored(isMirrored.value)),
    effect(() => matchDocuments()),
    effect(() => showGrid()),
    effect(() => showGizmo()),
    effect(() => frameRequested()),
    effect(() => keepActiveInSight()),
    () => link?.dispose(),
  ];
  link = linkCamera(pose, rig, () => viewSpace);

  return {
    dispose() {
      for (const stop of stops) stop();
      input.dispose();
      for (const view of views.peek()) view.dispose();
      views.value = [];
      gizmo.dispose();
      loop.dispose();
      timer.dispose();
      rig.dispose();
      labels.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      root.remove();
    },
  };

  function draw(time: number): boolean {
    if (gl.isContextLost()) return false;
    const start = performance.now();
    const meshes = visible.peek().map(({ id, bounds }) => boundsToWorld(placementOf(store.scene.peek(), id), bounds));
    const handles = gizmo.bounds();
    if (toFrame !== null) rig.frame(toFrame.bounds, freeRect(size.width, size.height, obstacles()), toFrame.how);
    toFrame = null;
    const boxes = [...meshes, ...sphereBoxes(store)].map((box) => withinReach(inView(box)));
    const more = rig.update(time, [...boxes, ...gridDrawn, ...(handles === null ? [] : [handles])]);
    link?.tell();
    tellCamera();
    renderer!.render(scene, rig.camera);
    labels.location(rig.camera, size.width, size.height, input.pointer, obstacles);
    const seen = visible
      .peek()
      .map(({ id }) => id)
      .filter((id) => unseen.has(id));
    timer.measure(start, (milliseconds) => {
      if (!loop.pending) canvas.ariaBusy = 'false';
      reportFrame(store, { milliseconds, renderer: rendererName(gl) });
      for (const id of seen) firstSeen(id);
    });
    return more;
  }

  /** Where the camera is, for whoever asks rays through the view's pixels. */
  function tellCamera(): void {
    const now = viewCameraOf(rig.camera, rig.lens, viewSpace);
    if (JSON.stringify(now) !== JSON.stringify(store.viewCamera.peek())) reportCamera(store, now);
  }

  function firstSeen(id: DocumentId): void {
    const since = unseen.get(id);
    unseen.delete(id);
    if (since !== undefined) reportFirstFrame(store, id, performance.now() - since);
  }

  function resize(width: number, height: number, ratio: number): void {
    // A list that opens below the view must not move what is under the pointer; a window has another size because someone wants it so.
    const still = width === size.width && innerHeight === size.ofWindow;
    size = { width: Math.max(width, 1), height: Math.max(height, 1), ofWindow: innerHeight };
    renderer!.setPixelRatio(ratio);
    renderer!.setSize(size.width, size.height);
    pixels.viewport.value.set(canvas.width, canvas.height);
    pixels.ratio.value = ratio;
    rig.setSize(size.width, size.height, still);
    // Setting the size clears the canvas; drawn at once it does not flicker.
    draw(performance.now());
  }

  /** Every document's layers anew: in other colours, or because the graphics card lost them. */
  function rebuild(colours: Palette): void {
    untracked(() => {
      gizmo.dispose();
      gizmo = gizmoIn(colours);
      for (const view of views.peek()) view.dispose();
      // Other views: so the effect that shows the handles follows.
      views.value = views.peek().map(({ id, mesh, bounds }) => add(id, mesh, bounds, colours));
      loop.request();
    });
  }

  function matchDocuments(): void {
    const open = store.shown.value;
    untracked(() => {
      const old = views.peek();
      const kept = old.filter((view) => open.some(({ summary, mesh }) => summary.id === view.id && mesh?.mesh === view.mesh));
      const added = open.filter(({ summary, mesh }) => mesh !== null && mesh.bounds !== null && !kept.some(({ id }) => id === summary.id));
      if (kept.length === old.length && added.length === 0) return;
      for (const view of old) if (!kept.includes(view)) view.dispose();
      const next = [...kept];
      for (const { summary, mesh, firstFrameMilliseconds } of added) {
        if (mesh === null || mesh.bounds === null) continue;
        if (firstFrameMilliseconds === null) unseen.set(summary.id, performance.now());
        // The first document's space becomes the view's, and stays while any document is there.
        // One that is posed anew stays where it is, and the camera with it.
        const isFirst = next.length === 0 && !old.some(({ id }) => id === summary.id);
        if (isFirst) viewSpace = localSpaceOf(mesh.bounds);
        const view = add(summary.id, mesh.mesh, mesh.bounds, palette.peek());
        // A view that joins others sees what they see.
        if (isFirst && (leads || pose.peek() === null)) toFrame = { bounds: inView(mesh.bounds), how: 'jump' };
        next.push(view);
      }
      views.value = next;
      loop.request();
    });
  }

  function add(id: DocumentId, mesh: DocumentView['mesh'], bounds: Bounds, colours: Palette): DocumentView {
    const view = createDocumentView({ store, palette: colours, pixels, labels, viewSpace, changed: loop.request }, id, mesh, bounds);
    scene.add(view.object);
    return view;
  }

  function showGrid(): (() => void) | undefined {
    // The ground of a mesh that is played is that of its rest: it stays.
    const atRest = (id: DocumentId): Bounds | null => store.documents.value.find(({ summary }) => summary.id === id)?.mesh?.bounds ?? null;
    const all = unionBounds(resting.value.map(({ id, bounds }) => atRest(id) ?? bounds));
    const colours = palette.value;
    loop.request();
    if (all === null) {
      gridDrawn = [];
      return undefined;
    }
    const grid = gridUnder(all, up.value);
    const layer: Layer = createGridLayer(grid, viewSpace, colours);
    scene.add(layer.object);
    gridDrawn = [inView(gridBounds(grid))];
    return () => {
      layer.object.removeFromParent();
      layer.dispose();
    };
  }

  function gizmoIn(colours: Palette): GizmoView {
    const made = createGizmo({ camera: rig.camera, size: () => size, palette: colours, changed: loop.request });
    scene.add(made.object);
    return made;
  }

  function showGizmo(): void {
    const { tool, gizmo: look } = store.scene.value;
    const shown = movingMesh.value === null ? undefined : visible.value.find(({ id }) => id === movingMesh.value?.document);
    const at =
      tool !== 'movingMesh' || movingMesh.value === null || shown === undefined
        ? null
        : { movingMesh: movingMesh.value, bounds: shown.bounds, gizmo: look, viewSpace };
    untracked(() => gizmo.show(at));
  }

  function frameRequested(): void {
    const { serial, target } = store.frameRequest.value;
    if (serial === 0 || !leads) return;
    untracked(() => {
      const active = store.scene.peek().activeDocument;
      const wanted = target ?? (active === null ? null : ({ kind: 'document', document: active } as const));
      const bounds =
        wanted === null
          ? unionBounds(visible.peek().map(({ id, bounds }) => boundsToWorld(placementOf(store.scene.peek(), id), bounds)))
          : targetBounds(store, wanted);
      if (bounds === null) return;
      // What is to be jumped to is not flown to as well.
      toFrame = { bounds: inView(bounds), how: toFrame?.how ?? 'fly' };
      loop.request();
    });
  }

  /** Another document than before, chosen in a list or brought back by undo, is framed where nothing of it would be seen; one that is in sight stays as it is. */
  function keepActiveInSight(): void {
    const id = active.value;
    untracked(() => {
      const before = wasActive;
      wasActive = id;
      if (!leads || id === null || before === null || before === id || toFrame !== null || movingMesh.peek() !== null) return;
      const bounds = targetBounds(store, { kind: 'document', document: id });
      if (bounds === null || !isLost(inView(bounds), rig.camera)) return;
      toFrame = { bounds: inView(bounds), how: 'fly' };
      loop.request();
    });
  }

  function inView({ min, max }: Bounds): Bounds {
    return { min: toLocal(viewSpace, min), max: toLocal(viewSpace, max) };
  }
}

/** How far the depth range follows a sphere, view units. Without an end, a vast sphere would leave no depth for the meshes. */
const maxReach = 1000;

function withinReach({ min, max }: Bounds): Bounds {
  const clamp = (value: number): number => Math.min(Math.max(value, -maxReach), maxReach);
  return { min: [clamp(min[0]), clamp(min[1]), clamp(min[2])], max: [clamp(max[0]), clamp(max[1]), clamp(max[2])] };
}

function themePalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  return readPalette((token) => style.getPropertyValue(token));
}
