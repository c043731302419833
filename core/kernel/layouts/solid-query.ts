/**
 * The convex solid of an overlap query, which JavaScript writes at `solid`: directions of seven f64 each. A direction is x y z, then four
 * ends along it. Points beyond the first two are outside the solid, points between the last two are certainly between these two faces.
 *
 * The first directions may only bound the solid. The others are all of its faces, if a point between all of them is in it.
 */
export const solidDirectionNumbers = 7;
export const maxSolidDirections = 40;

/** f64 of a hit: surely touched, or left for JavaScript to decide. */
export const surelyTouched = 1;
export const maybeTouched = 0;
