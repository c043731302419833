import type { Vec3 } from '../../math/vec3.ts';
import type { WalkOptions } from '../../options/walk-options.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';

/** The body that walks, in mesh units. Its position is its centre. */
export type WalkBody =
  | { readonly shape: 'sphere'; readonly radius: number }
  /** It stands upright; `height` includes both round ends. */
  | { readonly shape: 'capsule'; readonly radius: number; readonly height: number };

/** Input of the body, for one or several steps. */
export interface WalkInput {
  /** Velocity, in mesh units per second. Its part along the up axis counts without gravity only. */
  readonly move: Vec3;
  /** Whether to jump, if the body is on the ground. */
  readonly jump?: boolean;
  /** Direction of the view, of any length above 0; by default the last direction of the motion. */
  readonly look?: Vec3;
  /** Number of steps; 1 unless given. */
  readonly steps?: number;
}

/** A walk: everything that decides its course on a mesh. */
export interface Walk {
  readonly body: WalkBody;
  /** Centre of the body at the start. */
  readonly start: Vec3;
  readonly settings: WalkOptions;
  readonly inputs: readonly WalkInput[];
}

/** A triangle that the body touches: nearer than twice the skin. */
export interface WalkContact extends TriangleFeature {
  /** Import index. */
  readonly triangle: number;
  readonly part: number | null;
  /** Point of the triangle nearest to the body. */
  readonly position: Vec3;
  /** Unit vector from the triangle to the body. */
  readonly normal: Vec3;
  /** Distance from the surface of the body; below 0 if they overlap. */
  readonly distance: number;
}

/** The body after a step. */
export interface WalkStep {
  /** Centre of the body. */
  readonly position: Vec3;
  /** Ascending by triangle. */
  readonly contacts: readonly WalkContact[];
  readonly grounded: boolean;
  /** Centres on the way of this step, with both ends. */
  readonly path: readonly Vec3[];
  /** Whether the centre of the sphere, or the axis of the capsule, passed through a triangle. */
  readonly tunnelled: boolean;
  /** The chase camera; `null` in first person. */
  readonly camera: Vec3 | null;
}

/** Cost of a walk: all its sweeps together. */
export interface WalkStats {
  sweeps: number;
  nodesVisited: number;
  trianglesTested: number;
  exactTests: number;
}
