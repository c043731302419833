import { maxFileShapes } from '../bodies/part-limit.ts';

/**
 * An object stream of Jolt in text, version 1.00, with a `StaticCompoundShapeSettings`. Facts from Jolt 5.5.0: `CompoundShape.cpp`,
 * `ConvexHullShape.cpp` and the other shapes, `ObjectStreamOut.cpp`. `resources/formats/jolt-settings-1.md` describes it.
 */
export const joltSubShape = 'CompoundShapeSettings::SubShapeSettings';

const convexFields = [
  ['mUserData', 'uint64'],
  ['mDensity', 'float'],
  ['mMaterial', 'instance PhysicsMaterial'],
] as const;

/** Fields by class, in the order of Jolt. A field that counts references is declared as an instance, and its value is the number of an object. */
export const joltShapeClasses = {
  StaticCompoundShapeSettings: [
    ['mUserData', 'uint64'],
    ['mSubShapes', `array instance ${joltSubShape}`],
  ],
  [joltSubShape]: [
    ['mShape', 'instance ShapeSettings'],
    ['mPosition', 'vec3'],
    ['mRotation', 'quat'],
    ['mUserData', 'uint32'],
  ],
  ShapeSettings: [['mUserData', 'uint64']],
  BoxShapeSettings: [...convexFields, ['mHalfExtent', 'vec3'], ['mConvexRadius', 'float']],
  SphereShapeSettings: [...convexFields, ['mRadius', 'float']],
  CapsuleShapeSettings: [...convexFields, ['mRadius', 'float'], ['mHalfHeightOfCylinder', 'float']],
  CylinderShapeSettings: [...convexFields, ['mHalfHeight', 'float'], ['mRadius', 'float'], ['mConvexRadius', 'float']],
  ConvexHullShapeSettings: [
    ...convexFields,
    ['mPoints', 'array vec3'],
    ['mMaxConvexRadius', 'float'],
    ['mMaxErrorConvexRadius', 'float'],
    ['mHullTolerance', 'float'],
  ],
} as const;

/** `ConvexShapeSettings::mDensity`. */
export const joltDensity = 1000;
/** `ConvexHullShape::cMaxPointsInHull`. */
export const maxJoltHullPoints = 256;
/** Rounding of edges for contacts: a tenth of the smallest half size, up to `cDefaultConvexRadius`. */
export const maxConvexRadius = 0.05;
export const convexRadiusPart = 0.1;
/** `ConvexHullShapeSettings::mMaxErrorConvexRadius` */
export const convexRadiusError = 0.05;
/** Points may lie this part of the size of a hull outside of it. With a smaller one the builder of Jolt gives up on some hulls of scans. */
export const hullTolerancePart = 2 ** -14;
/** Levels of compounds in compounds that are read, and shapes. */
export const maxJoltNesting = 16;
export const maxJoltShapes = maxFileShapes;
