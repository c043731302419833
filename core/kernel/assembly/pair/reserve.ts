import { reserveIntervals } from './intervals';
import { reserveLeaves } from './leaves';
import { reserveNearest } from './nearest';
import { reservePlacement } from './placement';
import { reserveCorners } from './triangles';
import { reserveWaiting } from './walk';

/** Makes room for walks of two trees that have so many levels of stored nodes together; false without memory. */
export function reservePair(levels: u32): bool {
  return reservePlacement() && reserveIntervals() && reserveLeaves() && reserveCorners() && reserveWaiting(levels) && reserveNearest(levels);
}
