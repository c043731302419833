import { reserveIntervals } from './intervals';
import { reserveLeaves } from './leaves';
import { reserveNearest } from './nearest';
import { reservePlacement } from './placement';
import { reserveCorners } from './triangles';
import { reserveStack } from './walk';

/** Reserves memory for walks of two trees with this number of levels of stored nodes together; false without memory. */
export function reservePair(levels: u32): bool {
  return reservePlacement() && reserveIntervals() && reserveLeaves() && reserveCorners() && reserveStack(levels) && reserveNearest(levels);
}
