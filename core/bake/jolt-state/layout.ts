import { InspectorError, type InspectorErrorCode } from '../../error.ts';
import { joltStamp } from '../jolt/layout.ts';

/**
 * Shapes of Jolt 5.5 with their children in binary form, little-endian, as `Shape::sRestoreWithChildren` reads them. Facts from Jolt 5.5.0:
 * `Shape.cpp`, `CompoundShape.cpp`, `StaticCompoundShape.cpp`, `ConvexHullShape.cpp` and the other shapes. `resources/formats/jolt-shapes-5.5.md`
 * describes every byte.
 *
 *     0  u32 number of the shape, from 0; a number that was there before repeats that shape
 *     4  u8 type, u64 user data, then what the type has
 *        u32 children and these, u32 materials and u32 each, all bits set for none
 */
export const joltTypes = {
  sphere: 0,
  box: 1,
  triangle: 2,
  capsule: 3,
  taperedCapsule: 4,
  cylinder: 5,
  hull: 6,
  staticCompound: 7,
  mutableCompound: 8,
  rotatedTranslated: 9,
  scaled: 10,
  offsetCentreOfMass: 11,
  mesh: 12,
} as const;

export const stateShapeBytes = 9;
/** The numbers of a shape or a material that is missing. */
export const missing = 0xffff_ffff;

/** Nodes have the layout of the tree of a mesh. Properties: this bit and the number of a child, else the number of a node. */
export const isChildBit = 0x8000_0000;
export const noNode = 0x7fff_ffff;

/** Of a hull: f32 x 4 position, i32 number of faces, i32 x 3 faces whose planes move the vertex inward. */
export const hullPointBytes = 32;
/** f32 x 3 normal, f32 minus the distance from the origin. */
export const hullPlaneBytes = 16;
/** Bounds of four children of a mutable compound. */
export const mutableBoundsBytes = 96;

/** Whether bytes are shapes that Boxwood wrote: the user data of the first one is our mark. */
export function isJoltState(bytes: Uint8Array): boolean {
  return [0, 0, 0, 0].every((byte, i) => bytes[i] === byte) && joltStamp.every((letter, i) => bytes[5 + i] === letter);
}

export function damagedState(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes'): InspectorError {
  return new InspectorError({
    code,
    message: `This file of Jolt shapes is damaged: ${what}`,
    fix: 'Save or bake it again from its source, or open an undamaged copy',
    location: { byte },
  });
}
