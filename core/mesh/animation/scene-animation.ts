import type { InheritedScale } from './world-pose.ts';
import type { TransformStep } from './transform-step.ts';

/** How a scene moves: clips of keyframes, and what of the mesh they move. Plain data; `poseAt` gives the mesh at a time. */
export interface SceneAnimation {
  readonly clips: readonly Clip[];
  /** Parents before their children. */
  readonly nodes: readonly AnimatedNode[];
  readonly runs: readonly VertexRun[];
}

export interface Clip {
  readonly name: string;
  /** From 0 to its last keyframe, or to where the file ends it. */
  readonly seconds: number;
  readonly channels: readonly Channel[];
}

export type ChannelPath = 'translation' | 'rotation' | 'scale' | 'weights' | 'steps';

/** One property of a node over time: glTF 2.0, section 3.11 and appendix C; `CURVE` is what FBX and COLLADA draw. */
export interface Channel {
  readonly node: number;
  /** `steps` is the numbers of a node's steps. */
  readonly path: ChannelPath;
  /** The first number of the path that it writes; left out for the first of all. */
  readonly at?: number;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE' | 'CURVE';
  /** (K) seconds, ascending; a clip may begin amid them. */
  readonly times: Float64Array;
  /** (components·K), with CUBICSPLINE (3·components·K): for each key its tangent in, value and tangent out; with CURVE see `curve.ts`. */
  readonly values: Float64Array;
  readonly components: number;
}

export interface AnimatedNode {
  /** -1 for a root. */
  readonly parent: number;
  /** (16) column-major, where the node has a matrix: such a node is moved by its parents alone. */
  readonly matrix: Float64Array | null;
  /** (10) translation, rotation x y z w, scale; where it has steps the numbers of each, one behind the other. */
  readonly rest: Float64Array;
  /** What places it in its parent in the place of translation, rotation and scale; left out for these. */
  readonly steps?: readonly TransformStep[];
  /** How much of its parent's scale it takes over; left out for all. */
  readonly inherits?: InheritedScale;
  /** Weights of morph targets, of the node or else of its mesh; empty where it has none. */
  readonly weights: Float64Array;
}

/** Vertices of the mesh that move alike: those of one primitive at one node. */
export interface VertexRun {
  readonly firstVertex: number;
  readonly node: number;
  /** (16) column-major: where a copy of the node stands, by an extension; the unit matrix for the node itself. */
  readonly nodeFromRun: Float64Array;
  /** (3·V) in the space of the primitive. */
  readonly positions: Float64Array;
  /** (3·V) displacements each; empty for a target that moves no vertex. */
  readonly targets: readonly Float64Array[];
  /** What each weight of the node blends; left out where weight and target have one number. */
  readonly blends?: readonly MorphBlend[];
  readonly skin: VertexSkin | null;
}

/** Targets that one weight goes through, as in-betweens do: it blends the two whose stops it lies between, and goes on along the line beyond the ends. */
export interface MorphBlend {
  /** Weights, ascending. */
  readonly stops: Float64Array;
  /** The target that is whole at each stop; -1 for the mesh without one. */
  readonly targets: readonly number[];
}

export interface VertexSkin {
  /** Nodes. */
  readonly joints: Uint32Array;
  /** (16·J) column-major. */
  readonly inverseBind: Float64Array;
  readonly influences: number;
  /** (influences·V) numbers of joints. */
  readonly vertexJoints: Uint32Array;
  /** (influences·V); those of a vertex have the sum 1, or are all 0. */
  readonly vertexWeights: Float64Array;
}
