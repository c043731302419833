import type { InheritedScale } from './world-pose.ts';
import type { TransformStep } from './transform-step.ts';

/** The animation of a scene: clips of keyframes, and the vertices that they move. Plain data; see `poseAt`. */
export interface SceneAnimation {
  readonly clips: readonly Clip[];
  /** Parents before their children. */
  readonly nodes: readonly AnimatedNode[];
  readonly runs: readonly VertexRun[];
}

export interface Clip {
  readonly name: string;
  /** From 0 to its last keyframe, or to the end time in the file. */
  readonly seconds: number;
  readonly channels: readonly Channel[];
}

export type ChannelPath = 'translation' | 'rotation' | 'scale' | 'weights' | 'steps';

/** One property of a node over time: glTF 2.0, section 3.11 and appendix C; `CURVE` is for FBX and COLLADA. */
export interface Channel {
  readonly node: number;
  /** `steps` are the numbers of the transform steps of a node. */
  readonly path: ChannelPath;
  /** Index of the first number of the path that it writes; 0 if left out. */
  readonly at?: number;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE' | 'CURVE';
  /** (K) seconds, ascending; a clip can start between them. */
  readonly times: Float64Array;
  /** (components·K), with CUBICSPLINE (3·components·K): for each key its tangent in, value and tangent out; with CURVE see `curve.ts`. */
  readonly values: Float64Array;
  readonly components: number;
}

export interface AnimatedNode {
  /** -1 for a root. */
  readonly parent: number;
  /** (16) column-major, for a node with a matrix, which only its parents move. */
  readonly matrix: Float64Array | null;
  /** (10) translation, rotation x y z w, scale; with steps the consecutive numbers of each. */
  readonly rest: Float64Array;
  /** Transform steps that replace translation, rotation and scale; left out otherwise. */
  readonly steps?: readonly TransformStep[];
  /** How it inherits the scale of its parent; left out for all of it. */
  readonly inherits?: InheritedScale;
  /** Weights of morph targets, of the node or else of its mesh; empty without any. */
  readonly weights: Float64Array;
}

/** Vertices that move together: those of one primitive at one node. */
export interface VertexRun {
  readonly firstVertex: number;
  readonly node: number;
  /** (16) column-major: transform of an instance of the node by an extension; the identity for the node itself. */
  readonly nodeFromRun: Float64Array;
  /** (3·V) in the space of the primitive. */
  readonly positions: Float64Array;
  /** (3·V) displacements each; empty for a target that moves no vertex. */
  readonly targets: readonly Float64Array[];
  /** Targets of each weight; left out if weight and target have the same index. */
  readonly blends?: readonly MorphBlend[];
  readonly skin: VertexSkin | null;
}

/** In-between targets of one weight. It blends the two stops around it and extrapolates linearly beyond the ends. */
export interface MorphBlend {
  /** Weights, ascending. */
  readonly stops: Float64Array;
  /** The target at each stop; -1 for the base mesh. */
  readonly targets: readonly number[];
}

export interface VertexSkin {
  /** Nodes. */
  readonly joints: Uint32Array;
  /** (16·J) column-major. */
  readonly inverseBind: Float64Array;
  readonly influences: number;
  /** (influences·V) indices of joints. */
  readonly vertexJoints: Uint32Array;
  /** (influences·V) weights; those of a vertex sum to 1, or are all 0. */
  readonly vertexWeights: Float64Array;
}
