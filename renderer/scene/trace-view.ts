import { dot, transformPoint, type Vec3 } from '#core/math';
import type { Separation } from '#core/pair';
import { boundsCenter, type TriangleMesh } from '#core/mesh';
import { nodeBox } from '#core/tree';
import type { DocumentId } from '#host-api';
import type { Store } from '../state/store/store.ts';
import { currentStep, doneSteps, type TracedPair } from '../state/trace/traced.ts';
import { boxesOf } from './boxes.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import { joinLayers, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette } from './palette.ts';
import { createTraceLayer } from './trace-layer.ts';

interface TraceViewInput {
  readonly store: Store;
  readonly id: DocumentId;
  readonly mesh: TriangleMesh;
  readonly surface: Surface;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** Draws the recorded query as far as it belongs to a document; `null` for none. A second view draws the trace of its own tree. */
export function traceView({ store, id, ...input }: TraceViewInput): Layer | null {
  const traced = store.traced.value;
  if (traced === null || traced.kind === 'none') return null;
  const state = store.trace.value;
  if (traced.kind === 'pair') {
    const isB = traced.documentB === id;
    if (!isB && traced.documentA !== id) return null;
    const { trace } = traced;
    const layer = createTraceLayer({ ...input, tree: (isB ? traced.b : traced.a).tree, trace, done: doneSteps(state, trace), isB });
    const step = currentStep(state, trace);
    const axis = isB || step === null ? null : axisLayer(input, traced, step);
    return axis === null ? layer : joinLayers([layer, axis]);
  }
  if (traced.document !== id) return null;
  const own = store.scene.value.trees.get(id)?.tree;
  const { tree, trace } = traced.second !== null && traced.second.tree === own ? traced.second : traced;
  return createTraceLayer({ ...input, tree, trace, done: doneSteps(state, trace), isB: false });
}

/** The axis that separates the current pair of nodes: the interval of A and that of B, side by side. In the space of A. */
function axisLayer({ space, palette, pixels }: Omit<TraceViewInput, 'store' | 'id'>, traced: TracedPair, step: number): Layer | null {
  const { trace, a, b, aFromB } = traced;
  const separation = traced.separation(step);
  if (separation === null) return null;
  const centreA = boundsCenter(nodeBox(a.tree, trace.subjects[step]!));
  const centreB = transformPoint(aFromB, boundsCenter(nodeBox(b.tree, trace.subjectsB[step]!)));
  const middle: Vec3 = [(centreA[0] + centreB[0]) / 2, (centreA[1] + centreB[1]) / 2, (centreA[2] + centreB[2]) / 2];
  const at = (value: number): Vec3 => toLocal(space, pointOnAxis(separation, middle, value));
  const bar = ([from, to]: readonly [number, number], colour: Palette['contactA']) => ({ from: at(from), to: at(to), colour });
  const bars = boxesOf([bar(separation.intervalA, palette.contactA), bar(separation.intervalB, palette.contactB)]);
  const look = { width: 5, underLine: palette.underLine, faint: 0.7, through: true, order: drawOrder.pairContacts };
  return outlinedLines(bars, 'diagonal', look, pixels);
}

function pointOnAxis({ direction }: Separation, middle: Vec3, value: number): Vec3 {
  const by = value - dot(middle, direction);
  return [middle[0] + by * direction[0], middle[1] + by * direction[1], middle[2] + by * direction[2]];
}
