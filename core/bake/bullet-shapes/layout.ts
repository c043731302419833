import { maxFileShapes } from '../bodies/part-limit.ts';

/** Numbers of shapes in `btBroadphaseProxy.h`. */
export const bulletShapeTypes = { box: 0, hull: 4, sphere: 8, capsule: 10, cylinder: 13, triangles: 21, compound: 31 } as const;

/** Levels of compounds in compounds that are read. */
export const maxBulletNesting = 16;
/** Shapes of a file, which compounds may name several times. */
export const maxBulletShapes = maxFileShapes;
/** Boxes and cylinders are stored without this part of their smallest half size, as Bullet does for those that it makes. */
export const marginPart = 0.1;
/** `CONVEX_DISTANCE_MARGIN`, the largest margin of them. */
export const maxMargin = 0.04;
