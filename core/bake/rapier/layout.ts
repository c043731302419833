import { InspectorError, type InspectorErrorCode } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';

/**
 * A `.rapier.bin` file, version 1, little-endian: colliders for Rapier, whose own snapshots change with every version.
 * `resources/formats/rapier-1.md` describes every byte, `resources/formats/load-rapier.js` a loader.
 *
 *     0  'RAPB', u32 version, u32 length J of the JSON
 *    12  JSON (`RapierHeader`), padded with spaces to a multiple of 4, then f32 and u32 arrays
 */
export const rapierLetters = 'RAPB';
export const rapierFileVersion = 1;
export const rapierHeadBytes = 12;

export interface RapierHeader {
  readonly colliders: readonly RapierCollider[];
}

export interface RapierCollider {
  readonly name: string;
  readonly shape: RapierShape;
  readonly translation: Vec3;
  /** x, y, z, w */
  readonly rotation: readonly [number, number, number, number];
  /** Whether it detects overlaps only. */
  readonly isSensor: boolean;
  /** Left out for the default of Rapier. */
  readonly friction?: number;
  readonly restitution?: number;
}

/** Round shapes have their axis along Y. `vertices` and `indices` are numbers of f32 and u32 from the start of the arrays, in 4 bytes each. */
export type RapierShape =
  | { readonly kind: 'cuboid'; readonly halfExtents: Vec3 }
  | { readonly kind: 'ball'; readonly radius: number }
  | { readonly kind: 'capsule' | 'cylinder'; readonly halfHeight: number; readonly radius: number }
  | RapierMesh;

export interface RapierMesh {
  readonly kind: 'trimesh' | 'convexHull';
  readonly vertices: number;
  readonly vertexCount: number;
  readonly indices: number;
  readonly triangleCount: number;
}

export function isRapier(bytes: Uint8Array): boolean {
  return [...rapierLetters].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

export function damagedRapier(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes'): InspectorError {
  return new InspectorError({
    code,
    message: `This .rapier.bin file is damaged: ${what}`,
    fix: 'Bake it again from its source, or open an undamaged copy',
    location: { byte },
  });
}
