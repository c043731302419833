/** A distance that is known to an interval. */
export interface DistanceInterval {
  readonly lower: number;
  readonly upper: number;
}
