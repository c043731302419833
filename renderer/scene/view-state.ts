import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Scene, WebGLRenderer } from 'three';
import type { Bounds } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { CameraLens } from '../state/camera/camera-lens.ts';
import type { CameraPose, SharedCamera } from '../state/camera/camera-pose.ts';
import { boundsToWorld, placementOf } from '../state/pair/placement.ts';
import { hiddenKey } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import type { CameraInput } from './camera-input.ts';
import type { CameraLink } from './camera-link.ts';
import type { CameraRig, MoveStyle } from './camera-rig.ts';
import type { ClipPlanes } from './clip.ts';
import type { SectionHandles } from './section-handles.ts';
import type { DocumentView } from './document-view.ts';
import type { FrameTimer } from './frame-timer.ts';
import type { FindingClusters } from './finding-clusters.ts';
import type { UnseenDocuments } from './first-frames.ts';
import type { GizmoView } from './gizmo.ts';
import type { InstancesLayer } from './drawn-instances.ts';
import type { Labels } from './labels.ts';
import type { ViewRect } from './lens.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette } from './palette.ts';
import type { Presses } from './presses.ts';
import type { RenderLoop } from './render-loop.ts';
import type { TurntableMotion } from './turntable.ts';
import type { ViewInput } from './view-input.ts';

/** How several views of one scene work together. */
export interface ViewLink {
  /** Panels over the view: framed targets stay clear of them. CSS pixels of the container. */
  readonly obstacles: () => readonly ViewRect[];
  /** Whether this view handles requests to frame a target; the other views follow its camera. */
  readonly leads: boolean;
}

/** The state of a view: its objects, and its values between frames. */
export interface ViewState {
  readonly store: Store;
  readonly link: ViewLink;
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  /** See `createProgramKeeper`. */
  readonly keepPrograms: (scene: Scene) => void;
  readonly gl: WebGL2RenderingContext;
  readonly scene: Scene;
  readonly labels: Labels;
  readonly clusters: FindingClusters;
  readonly pixels: PixelScale;
  /** What the view keeps of the meshes; set before each frame. */
  readonly clip: ClipPlanes;
  readonly sectionHandles: SectionHandles;
  readonly timer: FrameTimer;
  readonly palette: Signal<Palette>;
  /** How often the context was restored. */
  readonly restores: Signal<number>;
  readonly views: Signal<readonly DocumentView[]>;
  readonly visible: ReadonlySignal<readonly DocumentView[]>;
  readonly loop: RenderLoop;
  readonly rig: CameraRig;
  readonly cameraInput: CameraInput;
  readonly turntable: TurntableMotion;
  readonly input: ViewInput;
  readonly presses: Presses;
  /** Shares the camera with the linked views; `null` until the view is complete. */
  cameraLink: CameraLink | null;
  gizmo: GizmoView;
  /** The instances of the open scene; `null` for none. */
  instances: InstancesLayer | null;
  readonly unseen: UnseenDocuments;
  /** CSS pixels; `ofWindow` is the size of the window when that was measured. */
  size: { readonly width: number; readonly height: number; readonly ofWindow: { readonly width: number; readonly height: number } };
  /** The target to frame when the next frame is drawn: panels over the view may still change until then. `from` has the angles of the camera, if they change. View space. */
  toFrame: { readonly bounds: Bounds; readonly how: MoveStyle; readonly from?: CameraPose } | null;
  /** What was framed last, with the pose that it gave: as long as the camera has it, a resized view frames the same again. View space. */
  framed: { readonly bounds: Bounds; readonly pose: CameraPose } | null;
  /** The restored camera that this view has taken last; see `SharedCamera.isRestored`. */
  restored: SharedCamera | null;
  /** The restored pose and lens, as long as the camera has that pose: lists that unfold after a reload resize the view. */
  kept: { readonly pose: CameraPose; readonly lens: CameraLens } | null;
  viewSpace: LocalSpace;
  /** Whether the camera of a frame is being placed: that frame already shows what changes then. */
  isPlacing: boolean;
  /** Bounds of the grid; empty for none. View space. */
  gridDrawn: readonly Bounds[];
  /** The active document when that was last looked at. */
  wasActive: DocumentId | null;
}

/** Returns the views of the documents that are not hidden. */
export function visibleViews(store: Store, views: ReadonlySignal<readonly DocumentView[]>): ReadonlySignal<readonly DocumentView[]> {
  return computed(() => views.value.filter(({ id }) => !store.scene.value.hidden.has(hiddenKey(id))));
}

/** Bounds of the visible documents, and of the instances of the open scene, in world space. */
export function visibleBounds({ store, visible }: ViewState): readonly Bounds[] {
  const instances = store.sceneRun.peek().bounds;
  const documents = visible.peek().map(({ id, bounds }) => boundsToWorld(placementOf(store.scene.peek(), id), bounds));
  return instances === null ? documents : [...documents, instances];
}

/** Returns world bounds in view space. */
export function inView({ viewSpace }: ViewState, { min, max }: Bounds): Bounds {
  return { min: toLocal(viewSpace, min), max: toLocal(viewSpace, max) };
}
