import type { Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** Many instances of few meshes: the content of a `.boxwood-scene.json` file (`scene.schema.json`), with defaults filled in. */
export interface SceneDocument {
  /** Paths relative to the file, inside its folder. */
  readonly meshes: readonly string[];
  readonly instances: readonly SceneInstance[];
}

/** A placed mesh. Space is that of the scene, in mesh units. */
export interface SceneInstance {
  /** Index into `meshes`. */
  readonly mesh: number;
  /** Scene from mesh, at step 0. */
  readonly matrix: Transform;
  /** Two static instances are never a pair. */
  readonly set: 'static' | 'moving';
  /** Bits, u32. Two instances are a pair if the mask of each shares a bit with the layer of the other. */
  readonly layer: number;
  /** Bits, u32. */
  readonly mask: number;
  /** `null` for none. */
  readonly motion: SceneMotion | null;
}

/** The motion of an instance, step by step. */
export type SceneMotion =
  | {
      readonly kind: 'velocity';
      /** Translation of each step. */
      readonly velocity: Vec3;
    }
  | {
      readonly kind: 'orbit';
      /** Centre of the rotation. */
      readonly center: Vec3;
      /** Not zero; any length. */
      readonly axis: Vec3;
      /** Rotation of each step. */
      readonly degrees: number;
    }
  | {
      readonly kind: 'walk';
      /** Equal seeds give equal walks. */
      readonly seed: number;
      /** Largest translation of each step along an axis. */
      readonly stride: number;
    }
  | {
      readonly kind: 'recorded';
      /** Scene from mesh at steps 1, 2, …; the last one stays. */
      readonly matrices: readonly Transform[];
    };

/** All layers. */
export const everyLayer = 0xffff_ffff;
