import { computed } from '@preact/signals-core';
import { cross, dot, type Transform, transformPoint, type Vec3 } from '#core/math';
import type { ConvexPairResult, ListedAxis } from '#core/convex';
import type { DocumentId } from '#host-api';
import { movingTransform } from '../state/pair/pair-query.ts';
import { appliedDepth, type HullPairOutcome, type SeparationState, shownHulls } from '../state/convex/separation.ts';
import type { Store } from '../state/store/store.ts';
import { boxesOf } from './boxes.ts';
import { uncut } from './clip.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import { joinLayers, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette, Rgb } from './palette.ts';

interface SeparationLayerParts {
  readonly store: Store;
  readonly id: DocumentId;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

type Segment = readonly [Vec3, Vec3];

/**
 * Returns a function that draws the tests of two convex hulls with the fixed mesh: the edges of both hulls, and what the panel chooses. That is the
 * chosen axis with its intervals, nearest points and push-out; or the outlines of the article on their plane. `null` for none. It follows the store.
 */
export function separationLayerOf(parts: SeparationLayerParts): () => Layer | null {
  const { store, id } = parts;
  const isFixed = computed(() => store.scene.value.movingMesh?.fixed === id);
  return () => {
    const state = store.separation.value;
    const outcome = state.isShown && isFixed.value ? shownHulls(state) : null;
    return outcome === null ? null : joinLayers(layersOf(parts, state, outcome));
  };
}

function layersOf({ space, palette, pixels }: SeparationLayerParts, { axis, drawn }: SeparationState, outcome: HullPairOutcome): Layer[] {
  const { found, input } = outcome;
  const { a, b, result } = found;
  const edgesA = segmentsOf(a.edges, null);
  const edgesB = segmentsOf(b.edges, input.at ?? movingTransform(input));
  const lines = (segments: readonly Segment[], colour: Rgb, width: number, faint: number): Layer => {
    const boxes = boxesOf(segments.map(([from, to]) => ({ from: toLocal(space, from), to: toLocal(space, to), colour })));
    const look = { width, underLine: palette.underLine, faint, through: false, order: drawOrder.ray };
    return uncut(outlinedLines(boxes, 'diagonal', look, pixels));
  };
  const layers = [lines(edgesA, palette.contactA, 1, 0.4), lines(edgesB, palette.contactB, 1, 0.4)];
  const points = [...edgesA, ...edgesB].flat();
  if (drawn === 'projections') {
    if (result.article === null) return layers;
    const { ofA, ofB, across } = outlinesOf(result.article, points);
    return [...layers, lines(ofA, palette.contactA, 3, 0.6), lines(ofB, palette.contactB, 3, 0.6), lines(across, palette.crossing, 2, 0.6)];
  }
  const bars = intervalsOf(found.axes[axis] ?? found.axes[0]!, points);
  layers.push(lines(bars.ofA, palette.contactA, 4, 0.6), lines(bars.ofB, palette.contactB, 4, 0.6));
  layers.push(lines(bars.between, found.axes[axis]!.gap > 0 ? palette.good : palette.hit, 4, 0.6));
  const { witness } = result.gjk;
  if (!result.overlap) layers.push(lines([[witness.a, witness.b]], palette.hit, 3, 0.6));
  else layers.push(lines(arrowOf(witness.b, scaled(result.sat.axis, appliedDepth(found))), palette.good, 3, 0.6));
  return layers;
}

function segmentsOf(edges: Float64Array, placement: Transform | null): readonly Segment[] {
  const point = (i: number): Vec3 => {
    const at: Vec3 = [edges[3 * i]!, edges[3 * i + 1]!, edges[3 * i + 2]!];
    return placement === null ? at : transformPoint(placement, at);
  };
  return Array.from({ length: edges.length / 6 }, (_, i) => [point(2 * i), point(2 * i + 1)] as const);
}

/** Distance of the figures from the hulls, as a part of their extent. */
const apart = 0.1;

/** Returns the intervals as two lines next to the hulls, and what is between or in both. */
function intervalsOf({ axis, intervalA, intervalB, gap }: ListedAxis, points: readonly Vec3[]) {
  const side = acrossOf(axis);
  const other = cross(axis, side);
  const [low, high] = rangeOf(points.map((point) => dot(point, side)));
  const size = Math.max(high - low, intervalA[1] - intervalA[0], intervalB[1] - intervalB[0]);
  const middle = points.reduce((sum, point) => sum + dot(point, other), 0) / Math.max(1, points.length);
  const line = (shift: number, [from, to]: readonly [number, number]): Segment => {
    const base = sumOf(scaled(side, high + (apart + shift) * size), scaled(other, middle));
    return [sumOf(base, scaled(axis, from)), sumOf(base, scaled(axis, to))];
  };
  const [from, to] = gap > 0 ? [intervalA[1], intervalB[0]] : [intervalB[0], intervalA[1]];
  return { ofA: [line(0, intervalA)], ofB: [line(0.06, intervalB)], between: [line(0.03, [from, to])] };
}

/** Returns the outlines on their plane, behind the hulls, and the axis in the plane through the middle of both. */
function outlinesOf({ shadows, axis }: NonNullable<ConvexPairResult['article']>, points: readonly Vec3[]) {
  const { normal, u, v, origin, outlineA, outlineB } = shadows;
  const [low, high] = rangeOf(points.map((point) => dot(point, normal) - dot(origin, normal)));
  const base = sumOf(origin, scaled(normal, low - apart * (high - low)));
  const at = (x: number, y: number): Vec3 => sumOf(base, sumOf(scaled(u, x), scaled(v, y)));
  const closed = (outline: Float64Array): readonly Segment[] =>
    Array.from({ length: outline.length / 2 }, (_, i) => {
      const j = (2 * i + 2) % outline.length;
      return [at(outline[2 * i]!, outline[2 * i + 1]!), at(outline[j]!, outline[j + 1]!)] as const;
    });
  const reach = 0.6 * Math.max(...[...outlineA, ...outlineB].map(Math.abs));
  const across: Segment = [sumOf(base, scaled(axis, -reach)), sumOf(base, scaled(axis, reach))];
  return { ofA: closed(outlineA), ofB: closed(outlineB), across: [across] };
}

/** Returns the smallest and the largest number: too many for the arguments of `Math.min`. */
function rangeOf(numbers: readonly number[]): readonly [number, number] {
  return numbers.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [Infinity, -Infinity] as const);
}

/** Returns the shaft and the two barbs of an arrow. */
function arrowOf(from: Vec3, by: Vec3): readonly Segment[] {
  const to = sumOf(from, by);
  const side = scaled(acrossOf(by), 0.12 * Math.hypot(...by));
  const back = sumOf(from, scaled(by, 0.75));
  return [
    [from, to],
    [to, sumOf(back, side)],
    [to, sumOf(back, scaled(side, -1))],
  ];
}

function sumOf(p: Vec3, q: Vec3): Vec3 {
  return [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
}

function scaled(v: Vec3, by: number): Vec3 {
  return [v[0] * by, v[1] * by, v[2] * by];
}

/** Returns a unit vector perpendicular to a vector, across the coordinate axis of its smallest component. */
function acrossOf(v: Vec3): Vec3 {
  const sizes = v.map(Math.abs);
  const smallest = sizes.indexOf(Math.min(...sizes));
  const found = cross(v, smallest === 0 ? [1, 0, 0] : smallest === 1 ? [0, 1, 0] : [0, 0, 1]);
  const size = Math.hypot(...found);
  return size > 0 ? scaled(found, 1 / size) : [1, 0, 0];
}
