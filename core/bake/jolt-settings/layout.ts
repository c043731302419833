import { InspectorError, type InspectorErrorCode } from '../../error.ts';

/**
 * An object stream of Jolt in text, version 1.00, with the `MeshShapeSettings` of one mesh. Facts from Jolt 5.5.0: `ObjectStreamTextOut.cpp`,
 * `ObjectStreamIn.cpp`, `MeshShape.cpp`. `resources/formats/jolt-settings-1.md` describes it.
 */
export const streamHead = 'TOS 1.00';
export const streamLetters = 'TOS';

/** Fields by class, in their order; a Jolt of another version finds them by name. */
export const streamClasses = {
  MeshShapeSettings: [
    ['mUserData', 'uint64'],
    ['mTriangleVertices', 'array float3'],
    ['mIndexedTriangles', 'array instance IndexedTriangle'],
    ['mMaterials', 'array instance PhysicsMaterial'],
    ['mMaxTrianglesPerLeaf', 'uint32'],
    ['mActiveEdgeCosThresholdAngle', 'float'],
    ['mPerTriangleUserData', 'bool'],
    ['mBuildQuality', 'uint32'],
  ],
  IndexedTriangle: [
    ['mIdx', 'array uint32'],
    ['mMaterialIndex', 'uint32'],
    ['mUserData', 'uint32'],
  ],
  PhysicsMaterial: [],
} as const;

export function isJoltSettings(bytes: Uint8Array): boolean {
  return [...streamHead].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

export function damagedStream(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes'): InspectorError {
  return new InspectorError({
    code,
    message: `This object stream of Jolt is damaged: ${what}`,
    fix: 'Save or bake it again from its source, or open an undamaged copy',
    location: { byte },
  });
}
