import { effect, untracked } from '@preact/signals-core';
import type { Vec3 } from '#core/math';
import { measurementOf } from '../state/measure/measure.ts';
import { shownPoints } from '../state/measure/shown-points.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import { placementOf, pointToWorld } from '../state/pair/placement.ts';
import { formatNumber } from '../text/format-number.ts';
import { type ShownUnit, shownLength, withLengthSign } from '../text/shown-unit.ts';
import { boxesOf } from './boxes.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import type { LabelSpec } from './labels.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import { toLocal } from './local-space.ts';
import { screenMarks } from './screen-marks.ts';
import type { ViewState } from './view-state.ts';

/** Draws the measured points, the lines between them and their distances, over everything. Returns the function that stops it. */
export function followMeasure(state: ViewState): () => void {
  return effect(() => {
    // Another first document gives the view another space.
    void state.views.value;
    const layer = measureLayer(state);
    // Without points nothing changes; the end of a layer requests its own frame.
    if (layer === null) return undefined;
    untracked(() => state.loop.request());
    state.scene.add(layer.object);
    layer.object.updateMatrixWorld(true);
    const hideLabels = state.labels.add(layer.labels ?? [], layer.object);
    return () => {
      hideLabels();
      layer.object.removeFromParent();
      layer.dispose();
      state.loop.request();
    };
  });
}

function measureLayer({ store, palette, pixels, viewSpace }: ViewState): Layer | null {
  const points = shownPoints(store).map(({ position }) => position);
  const over = store.scene.value.tool === 'measure' ? store.measureHover.value : null;
  const hovered = over === null ? null : pointToWorld(placementOf(store.scene.value, over.document), over.position);
  if (points.length === 0 && hovered === null) return null;
  const colours = palette.value;
  const units = unitsOf(store, store.activeDocument.value);
  const local = points.map((point) => toLocal(viewSpace, point));
  const line = { width: 2, underLine: colours.underLine, faint: 0, through: true, order: drawOrder.hover };
  const segments = local.slice(1).map((to, i) => ({ from: local[i]!, to, colour: colours.hit }));
  const mark = { size: 9, colour: colours.hit, underLine: colours.underLine, faint: 0.9, order: drawOrder.hover };
  const layers: Layer[] = [layerOf([], [], labelsOf(points, local, units))];
  if (segments.length > 0) layers.push(outlinedLines(boxesOf(segments), 'diagonal', line, pixels));
  if (local.length > 0) layers.push(screenMarks(Float32Array.from(local.flat()), { ...mark, shape: 'dot' }, pixels));
  if (hovered !== null && over !== null) {
    const shape = ({ vertex: 'square', edge: 'diamond', face: 'ring' } as const)[over.kind];
    layers.push(screenMarks(Float32Array.from(toLocal(viewSpace, hovered)), { ...mark, size: 13, colour: colours.hover, shape }, pixels));
  }
  return joinLayers(layers);
}

/** The distance in the middle of each line, and the angle at the second point. */
function labelsOf(points: readonly Vec3[], local: readonly Vec3[], units: ShownUnit): LabelSpec[] {
  const { distances, angleDegrees } = measurementOf(points);
  const labels = distances.map((distance, i): LabelSpec => {
    const [a, b] = [local[i]!, local[i + 1]!];
    const middle: Vec3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    return {
      kind: 'depth',
      text: withLengthSign(formatNumber(shownLength(units, distance), 5), units),
      anchors: [middle, b, a],
      priority: 90,
    };
  });
  if (angleDegrees !== null) {
    labels.push({ kind: 'depth', text: `${formatNumber(angleDegrees, 5)}°`, anchors: [local[1]!], priority: 91 });
  }
  return labels;
}
