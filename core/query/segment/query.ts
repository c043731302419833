import type { Vec3 } from '../../math/vec3.ts';
import type { OverlapStats } from '../overlap-descent.ts';
import type { RayHit } from '../ray/record.ts';

/** A segment with both ends, in mesh units. */
export interface Segment {
  readonly from: Vec3;
  readonly to: Vec3;
}

/** A point where a segment hits a triangle; `distance` is from its first end. */
export interface SegmentHit extends RayHit {
  /** Place on the segment: 0 at `from`, 1 at `to`. */
  readonly fraction: number;
}

export interface SegmentResult {
  /** Sorted by (fraction, triangle). At most one for `first` and `any`. */
  readonly hits: readonly SegmentHit[];
  readonly stats: OverlapStats;
}
