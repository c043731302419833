import type { Vec3 } from '#core/math';
import { maxMeasurePoints, type MeasurePoint, withPoint } from '../state/measure/measure.ts';
import { placementOf, pointFromWorld, pointToWorld } from '../state/pair/placement.ts';
import { type Store, writable } from '../state/store/store.ts';
import { snapPoint } from './snap-point.ts';
import { movedBeyondClick, type Pixel, type SurfacePoint, type Tool, type ToolView } from './tool.ts';

/**
 * Each click measures a point: two points give a distance, a third one an angle. Points snap to vertices and edges; with Ctrl they do not.
 * Drags belong to the camera.
 */
export function createMeasureTool(store: Store, view: ToolView): Tool {
  let pressedAt: Pixel | null = null;
  return {
    drags: () => false,
    hover({ ctrl }, point) {
      writable(store).measureHover.value = point === null ? null : measuredPoint(store, view, point, !ctrl);
    },
    down({ pixel }) {
      pressedAt = pixel;
    },
    move() {},
    up({ pixel, ctrl }) {
      const isClick = pressedAt !== null && !movedBeyondClick(pressedAt, pixel);
      pressedAt = null;
      const point = isClick ? view.pick(pixel) : null;
      if (point === null) return;
      const next = measuredPoint(store, view, point, !ctrl);
      const number = (store.scene.peek().measure.length % maxMeasurePoints) + 1;
      writable(store).history.change(`Measure point ${number}`, (scene) => ({ ...scene, measure: withPoint(scene.measure, next) }));
    },
    cancel() {
      const was = pressedAt !== null;
      pressedAt = null;
      return was;
    },
  };
}

function measuredPoint(store: Store, view: ToolView, { document, triangle, position }: SurfacePoint, snaps: boolean): MeasurePoint {
  const placement = placementOf(store.scene.peek(), document);
  const mesh = store.shown.peek().find(({ summary }) => summary.id === document)?.mesh?.mesh;
  const inSource = (): Vec3 => pointFromWorld(placement, position);
  if (mesh === undefined || !snaps) return { document, triangle, position: inSource(), kind: 'face' };
  const corner = (i: number): Vec3 => {
    const at = 3 * mesh.indices[3 * triangle + i]!;
    return [mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!];
  };
  const pixelOf = (point: Vec3): Pixel | null => view.pixelOf(pointToWorld(placement, point));
  return { document, triangle, ...snapPoint([corner(0), corner(1), corner(2)], inSource(), pixelOf) };
}
