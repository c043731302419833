import { curveCount } from '#core/pair';
import type { Vec3 } from '#core/math';
import { curveLabel } from '../text/curve-label.ts';
import { formatMany } from '../text/format-number.ts';
import type { PairContacts } from '../state/pair/pair-query.ts';
import type { LabelSpec } from './labels.ts';
import { toLocal, type LocalSpace } from './local-space.ts';

/** More labels would cover the meshes: the others are in the list. */
const maxLabels = 8;
/** Points of a curve at which its leader can end. */
const maxAnchors = 16;

/** Returns labels with leaders for the contact curves with the most segments. */
export function curveLabels({ loops }: PairContacts, space: LocalSpace): readonly LabelSpec[] {
  return largestCurves(loops.firstSegment, curveCount(loops), maxLabels).map((curve, rank) => ({
    ...labelOf(loops, curve, space),
    kind: 'curve',
    priority: 10 - rank / maxLabels,
  }));
}

/** Returns the label of the selected contact curve. */
export function chosenCurveLabel({ loops }: PairContacts, curve: number, space: LocalSpace): LabelSpec {
  return { ...labelOf(loops, curve, space), kind: 'chosen-curve', priority: 11 };
}

/** Returns the curves with the most segments, those first; of equal ones in order. */
export function largestCurves(firstSegment: ArrayLike<number>, count: number, max: number): readonly number[] {
  const segments = (curve: number): number => firstSegment[curve + 1]! - firstSegment[curve]!;
  return Array.from({ length: count }, (_, curve) => curve)
    .sort((a, b) => segments(b) - segments(a) || a - b)
    .slice(0, max);
}

type CurvePoints = Pick<PairContacts['loops'], 'firstPoint' | 'firstSegment' | 'positions'>;

function labelOf({ firstPoint, firstSegment, positions }: CurvePoints, curve: number, space: LocalSpace) {
  const [first, end] = [firstPoint[curve]!, firstPoint[curve + 1]!];
  const step = Math.max(1, Math.ceil((end - first) / maxAnchors));
  const anchors: Vec3[] = [];
  for (let at = first; at < end; at += step)
    anchors.push(toLocal(space, [positions[3 * at]!, positions[3 * at + 1]!, positions[3 * at + 2]!]));
  const text = `${curveLabel(curve)} ${formatMany(firstSegment[curve + 1]! - firstSegment[curve]!, 'segment')}`;
  return { name: `curve-${curve}`, text, anchors, leader: true } as const;
}
