import { minus, normalized, type Vec3 } from '#core/math';
import type { DocumentId } from '#host-api';
import { reportProbeHover, reportSliceValue, setProbeFollows } from '../commands/probe-actions.ts';
import { placementOf, pointFromWorld, pointToWorld, vectorFromWorld } from '../state/pair/placement.ts';
import { probeMiddle, firstProbe, movedProbe, probeAt } from '../state/probe/place-probe.ts';
import { withProbe } from '../state/probe/probe-edits.ts';
import type { ProbeInput } from '../state/probe/probe.ts';
import { shownSlice } from '../state/probe/slice-state.ts';
import { sliceHit } from '../state/probe/slice-value.ts';
import { surfaceUnit } from '../state/probe/surface-unit.ts';
import type { Store } from '../state/store/store.ts';
import { createDragTool } from './drag-tool.ts';
import { normalToEye } from './surface-normal.ts';
import type { Pixel, SurfacePoint, Tool, ToolPointer, ToolView } from './tool.ts';

/**
 * While the probe follows the pointer, its shape is shown where the pointer is on a surface. A click places it there and ends that. A drag
 * slides it over the surface; with Shift it moves the shape in the plane that faces the eye. Each click and drag is one undo step.
 */
export function createProbeTool(store: Store, view: ToolView): Tool {
  const tool = createDragTool<Drag, ProbeInput>(store, {
    click: (pixel) => {
      const probe = placed(store, view, pixel, view.pick(pixel));
      if (probe !== null) setProbeFollows(store, false);
      return probe;
    },
    clickTitle: 'Place probe',
    documentOf: ({ document }) => document,
    begin: (pressed) => begin(store, view, pressed),
    drag: (drag, { pixel }) => dragged(store, view, drag, pixel),
    documents: (drag) => [drag?.probe.document ?? null],
    dragTitle: (drag) => (drag === null ? 'Slide probe' : 'Move probe'),
    edit: withProbe,
  });
  return {
    ...tool,
    hover({ pixel }, point) {
      reportSliceValue(store, sliceValueAt(store, view, pixel, point));
      reportProbeHover(store, store.probeFollows.peek() ? placed(store, view, pixel, point) : null);
    },
    down(pointer) {
      tool.down(pointer);
      reportProbeHover(store, null);
    },
  };
}

/** `null` while the probe slides; else the probe that is moved, with the pressed point of the view plane. World space. */
type Drag = { readonly probe: ProbeInput; readonly anchor: Vec3; readonly grab: Vec3 } | null;

function begin(store: Store, view: ToolView, { pixel, shift }: ToolPointer): Drag {
  const scene = store.scene.peek();
  const { probe } = scene;
  if (!shift || probe === null) return null;
  const anchor = pointToWorld(placementOf(scene, probe.document), probeMiddle(probe.shape));
  return { probe, anchor, grab: view.onViewPlane(pixel, anchor) };
}

function dragged(store: Store, view: ToolView, drag: Drag, pixel: Pixel): ProbeInput | null {
  setProbeFollows(store, false);
  if (drag === null) return placed(store, view, pixel, view.pick(pixel));
  const placement = placementOf(store.scene.peek(), drag.probe.document);
  const from = pointFromWorld(placement, drag.grab);
  const to = pointFromWorld(placement, view.onViewPlane(pixel, drag.anchor));
  return { ...drag.probe, shape: movedProbe(drag.probe.shape, minus(to, from)) };
}

/** Returns the distance of the placed slice under the pointer; `null` away from it, and where a surface hides it. */
function sliceValueAt(store: Store, view: ToolView, pixel: Pixel, point: SurfacePoint | null): number | null {
  const picture = shownSlice(store.slice.peek());
  if (picture === null || picture.input.shape.kind !== 'slice') return null;
  const { origin, direction } = view.rayThrough(pixel);
  const { document, shape } = picture.input;
  const hit = sliceHit(picture, shape, placementOf(store.scene.peek(), document), origin, direction);
  return hit === null || (point !== null && point.distance < hit.distance) ? null : hit.value;
}

/** Returns the probe at a point of a surface; away from every surface, at the depth of the current one. */
function placed(store: Store, view: ToolView, pixel: Pixel, point: SurfacePoint | null): ProbeInput | null {
  const scene = store.scene.peek();
  const { probe } = scene;
  if (point === null) return probe === null || scene.hidden.has(`${probe.document}`) ? null : onViewPlane(store, view, pixel, probe);
  const { document } = point;
  const placement = placementOf(scene, document);
  const normal = normalized(vectorFromWorld(placement, normalToEye(store, view, pixel, point))) ?? [0, 1, 0];
  const at = pointFromWorld(placement, point.position);
  return { ...(probe?.filter !== undefined && { filter: probe.filter }), document, shape: shapeAt(store, document, at, normal) };
}

function shapeAt(store: Store, document: DocumentId, at: Vec3, normal: Vec3): ProbeInput['shape'] {
  const { probe } = store.scene.peek();
  const unit = surfaceUnit(store, document);
  return probe === null ? firstProbe(store.probeKind.peek(), at, normal, unit) : probeAt(probe.shape, at, normal, unit);
}

function onViewPlane(store: Store, view: ToolView, pixel: Pixel, probe: ProbeInput): ProbeInput {
  const placement = placementOf(store.scene.peek(), probe.document);
  const anchor = probeMiddle(probe.shape);
  const to = pointFromWorld(placement, view.onViewPlane(pixel, pointToWorld(placement, anchor)));
  return { ...probe, shape: movedProbe(probe.shape, minus(to, anchor)) };
}
