import type { AxisFeature, ConvexPairResult, MethodVerdict, ShadowTest } from '#core/convex';
import { formatMany } from '../../text/format-number.ts';

/** Returns the features that an axis belongs to. */
export function featureText(feature: AxisFeature): string {
  switch (feature.kind) {
    case 'faceA':
      return `Face ${feature.index} of A`;
    case 'faceB':
      return `Face ${feature.index} of B`;
    case 'edges':
      return `Edge ${feature.a} of A × edge ${feature.b} of B`;
    case 'spheres':
      return 'Bounding spheres';
    case 'nearest':
      return 'Nearest points';
  }
}

/** Returns whether the separating axis and GJK agree, and which of them is right, and why. @param difference as it is shown. */
export function rightMethodText({ right, reason }: MethodVerdict, overlap: boolean, difference: string): string {
  const second = overlap ? 'GJK and EPA' : 'GJK';
  if (right === 'both') return `The separating axis agrees with ${second} within the rounding error.`;
  const name = right === 'sat' ? 'the separating axis' : second;
  const why =
    reason === 'shorter-push-out'
      ? 'its push-out is shorter, and it separates all vertices'
      : 'the intervals of all vertices are apart along its axis';
  return `The separating axis differs from ${second} by ${difference}, more than rounding. Right is ${name}: ${why}.`;
}

/** Returns what the projections of the article report, compared with the truth. */
export function projectionText({ overlap, article }: ConvexPairResult): string {
  if (article === null) return 'No projection: neither hull has a face.';
  if (!article.overlap) return 'The outlines are apart on one plane, so the hulls are apart.';
  if (overlap) return 'The outlines overlap on all planes, and so do the hulls.';
  return 'False collision: the outlines overlap on all planes, but an axis proves a gap. Products of edges are not among the axes of the article.';
}

/** Returns how often the sort of the outlines needs the distance next to the angle. */
export function equalAnglesText({ equalAngles: { a, b } }: ShadowTest): string {
  if (a + b === 0) return 'No two vertices have equal angles in the sort of the outlines.';
  const of = (count: number, name: string): string => `${formatMany(count, 'vertex', 'vertices')} of ${name}`;
  return `Equal angles in the sort of the outlines: ${of(a, 'A')}, ${of(b, 'B')}. Of vertices at equal angles only the farthest can be a corner of the outline.`;
}
