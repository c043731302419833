import type { Vec3 } from '#core/math';
import { documentOf, setHover } from '../commands/actions.ts';
import { chooseSide, refuseMeasure } from '../commands/measure-actions.ts';
import { reportMeasureHover } from '../commands/report-view.ts';
import { stepTitle } from '../state/documents/step-title.ts';
import { sideOfTriangle } from '../state/measure/clearance.ts';
import type { MeasureKind } from '../state/measure/measure-kinds.ts';
import { maxMeasurePoints, type MeasurePoint, withPoint } from '../state/measure/measure.ts';
import { placementOf, pointFromWorld, pointToWorld } from '../state/pair/placement.ts';
import type { Hover } from '../state/store/records.ts';
import { type Store, writable } from '../state/store/store.ts';
import { createSelectTool } from './select-tool.ts';
import { pickAround } from './pick-around.ts';
import { snapPoint } from './snap-point.ts';
import { type InstancePoint, movedBeyondClick, type Pixel, type SurfacePoint, type Tool, type ToolPointer, type ToolView } from './tool.ts';

/**
 * What a click does depends on what is measured: it takes a point, chooses a part whose clearance is measured, or selects. Drags belong to
 * the camera.
 */
export function createMeasureTool(store: Store, view: ToolView): Tool {
  const tools: Readonly<Record<MeasureKind, Tool>> = {
    points: clickTool(store, view, {
      hover(pointer, under) {
        const point = pointUnder(store, view, pointer, under);
        reportMeasureHover(store, point === null ? null : measuredPoint(store, view, point, pointer));
      },
      click: (point, pointer) => takePoint(store, measuredPoint(store, view, point, pointer)),
    }),
    clearance: clickTool(store, view, {
      hover: (_, point) => setHover(store, point === null ? null : hoverOf(store, point)),
      click: (point) => {
        if ('instance' in point) return refuseMeasure(store, 'instance');
        const document = documentOf(store, point.document);
        if (document !== null) chooseSide(store, sideOfTriangle(document, point.triangle));
      },
    }),
    bounds: createSelectTool(store, view),
  };
  const now = (): Tool => tools[store.measuring.peek()];
  return {
    drags: () => false,
    hover: (pointer, point) => now().hover?.(pointer, point),
    down: (pointer) => now().down(pointer),
    move: (pointer) => now().move(pointer),
    up: (pointer) => now().up(pointer),
    cancel: () => now().cancel(),
  };
}

interface ClickActions {
  readonly hover: (pointer: ToolPointer, point: SurfacePoint | null) => void;
  readonly click: (point: SurfacePoint | InstancePoint, pointer: ToolPointer) => void;
}

/** A tool that acts on a click on a surface, or reports why there is none. */
function clickTool(store: Store, view: ToolView, { hover, click }: ClickActions): Tool {
  let pressedAt: Pixel | null = null;
  return {
    drags: () => false,
    hover,
    down({ pixel }) {
      pressedAt = pixel;
    },
    move() {},
    up(pointer) {
      const isClick = pressedAt !== null && !movedBeyondClick(pressedAt, pointer.pixel);
      pressedAt = null;
      if (!isClick) return;
      const point = pointUnder(store, view, pointer, view.pick(pointer.pixel));
      refuseMeasure(store, point !== null ? null : store.unpickable.peek() === null ? 'noSurface' : 'noTree');
      if (point !== null) click(point, pointer);
    },
    cancel() {
      const was = pressedAt !== null;
      pressedAt = null;
      return was;
    },
  };
}

/** The surface under the pointer, of a document (`under`) or of an instance of the scene, or near it. Ctrl takes the very point. */
function pointUnder(
  store: Store,
  view: ToolView,
  { pixel, ctrl }: ToolPointer,
  under: SurfacePoint | null,
): SurfacePoint | InstancePoint | null {
  const instance = store.scene.peek().instances === null ? null : view.instanceAt(pixel);
  if (instance !== null && (under === null || instance.distance < under.distance)) return instance;
  // Where a mesh without a tree may be in front, nothing is taken.
  return under !== null || ctrl || store.unpickable.peek() !== null ? under : pickAround(view, pixel);
}

function takePoint(store: Store, point: MeasurePoint): void {
  const number = (store.scene.peek().measure.length % maxMeasurePoints) + 1;
  const title = stepTitle(store.documents.peek(), `Measure point ${number}`, point.document);
  writable(store).history.change(title, (scene) => ({ ...scene, measure: withPoint(scene.measure, point) }));
}

/** The part that a click would choose; a document with one part shows the triangle. */
function hoverOf(store: Store, { document, triangle }: SurfacePoint): Hover {
  const open = documentOf(store, document);
  const part = open === null ? null : sideOfTriangle(open, triangle).part;
  return part === null ? { kind: 'triangle', document, triangle, node: null } : { kind: 'part', document, part };
}

function measuredPoint(store: Store, view: ToolView, point: SurfacePoint | InstancePoint, { pixel, ctrl }: ToolPointer): MeasurePoint {
  const { document, triangle, position } = point;
  const ofInstance = 'instance' in point ? { instance: point.instance } : {};
  const placement = 'instance' in point ? point.worldFromSource : placementOf(store.scene.peek(), document);
  const mesh = store.shown.peek().find(({ summary }) => summary.id === document)?.mesh?.mesh;
  const inSource = (): Vec3 => pointFromWorld(placement, position);
  if (mesh === undefined || ctrl) return { document, triangle, position: inSource(), kind: 'face', ...ofInstance };
  const corner = (i: number): Vec3 => {
    const at = 3 * mesh.indices[3 * triangle + i]!;
    return [mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!];
  };
  const pixelOf = (point: Vec3): Pixel | null => view.pixelOf(pointToWorld(placement, point));
  return { document, triangle, ...snapPoint([corner(0), corner(1), corner(2)], inSource(), pixelOf, pixel), ...ofInstance };
}
