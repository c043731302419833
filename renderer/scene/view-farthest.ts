import { shownDistances } from '../state/changes/shown-changes.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import { formatNumber } from '../text/format-number.ts';
import { shownLength, withLengthSign } from '../text/shown-unit.ts';
import { boxesOf } from './boxes.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import type { LabelSpec } from './labels.ts';
import { followLayer } from './follow-layer.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import { toLocal } from './local-space.ts';
import { screenMarks } from './screen-marks.ts';
import type { ViewState } from './view-state.ts';

/** Marks the farthest point of the mesh that is coloured by its distance, through all surfaces. Returns the function that stops it. */
export function followFarthest(state: ViewState): () => void {
  return followLayer(state, farthestLayer);
}

/** The point, the closest point of the other mesh, and the line between them with its length; and the farthest point outside the other mesh. */
function farthestLayer({ store, viewSpace, palette, pixels }: ViewState): Layer | null {
  const shown = shownDistances(store);
  const point = shown?.changes.farthest?.[shown.side] ?? null;
  const distance = shown === null ? null : shown.side === 'before' ? shown.changes.surface?.removed : shown.changes.surface?.added;
  // Two compared meshes are drawn in world space.
  if (point === null || distance == null || distance.found === 0) return null;
  const { hit: colour, underLine } = palette.value;
  const [from, to] = [toLocal(viewSpace, point.position), toLocal(viewSpace, point.closest)];
  const units = unitsOf(store, store.activeDocument.value);
  const text = (length: number): string => withLengthSign(formatNumber(shownLength(units, length)), units);
  const labels: LabelSpec[] = [{ kind: 'depth', text: `max ${text(distance.found)}`, anchors: [from, to], priority: 92 }];
  const marked = [from];
  if (point.outside !== null && point.outside.position !== null) {
    const outside = toLocal(viewSpace, point.outside.position);
    marked.push(outside);
    labels.push({ kind: 'depth', text: `max outside ${text(point.outside.found)}`, anchors: [outside], priority: 91 });
  }
  const line = { width: 2, underLine, faint: 0, through: true, order: drawOrder.hover };
  const look = { size: 11, colour, underLine, faint: 0.9, order: drawOrder.hover, shape: 'ring' } as const;
  return joinLayers([
    layerOf([], [], labels),
    outlinedLines(boxesOf([{ from, to, colour }]), 'diagonal', line, pixels),
    screenMarks(Float32Array.from(marked.flat()), look, pixels),
  ]);
}
