/** What other parts of the product use of this room. */
export {
  checkTransform,
  identityTransformParts,
  inverseTransform,
  type Transform,
  transformOf,
  transformPoint,
  transformPoints,
  transformVector,
} from './transform.ts';
export { cross, dot, length, minus, normalized, type Vec3 } from './vec3.ts';
