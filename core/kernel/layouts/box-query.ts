/**
 * The box of an overlap query, which JavaScript writes at `solid`: up to six directions of seven f64 each. A direction is x y z, then four
 * ends along it. Points beyond the first two are outside the box, points between the last two are certainly inside these two faces.
 *
 * The first three directions are the axes of the tree's frame. Three face normals follow where the box is not aligned with these.
 */
export const solidDirectionNumbers = 7;
export const maxSolidDirections = 6;

/** f64 of a hit: surely touched, or left for JavaScript to decide. */
export const surelyTouched = 1;
export const maybeTouched = 0;
