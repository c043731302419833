import type { CameraPose } from '../camera/camera-pose.ts';
import type { InspectorErrorData } from '#core/error';
import type { Bounds } from '#core/mesh';
import { defaultValues, sceneOptions, type SceneOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import type { SceneInput } from './scene-input.ts';
import type { SceneFrame } from './scene-messages.ts';

/** What the colour of an instance shows. */
export const sceneColourings = {
  set: { title: 'Set', meaning: 'Static or moving' },
  pairs: { title: 'Pairs', meaning: 'How far the pairs of the instance came: boxes, spheres or surfaces' },
  layer: { title: 'Layer', meaning: 'The layer bits of the instance' },
  mesh: { title: 'Mesh', meaning: 'The mesh of the instance' },
} as const;

export type SceneColouring = keyof typeof sceneColourings;

/** Which boxes of instances are drawn. */
export const sceneBoxChoices = {
  none: { title: 'None', meaning: 'No boxes' },
  pairs: { title: 'In pairs', meaning: 'The boxes of instances that are in a pair' },
  all: { title: 'All', meaning: 'The boxes of all instances' },
} as const;

export interface SceneLook {
  readonly colourBy: SceneColouring;
  readonly boxes: keyof typeof sceneBoxChoices;
  /** Whether each pair is a line between the centres of its boxes. */
  readonly lines: boolean;
  /** The axis of the picture of sorted intervals; `null` for the swept one. */
  readonly axis: 0 | 1 | 2 | null;
}

/** Two instances, i < j. */
export interface InstancePair {
  readonly i: number;
  readonly j: number;
}

/** The run of the open scene. None of it is an undo step. */
export interface SceneRunState {
  readonly options: SceneOptions;
  /** The step that is wanted. */
  readonly step: number;
  readonly isPlaying: boolean;
  readonly status:
    | { readonly kind: 'none' }
    | { readonly kind: 'running'; readonly fraction: number }
    | { readonly kind: 'ready' }
    | { readonly kind: 'failed'; readonly problem: InspectorErrorData };
  /** Workers that ended and were replaced since the scene was opened. */
  readonly replaced: number;
  /** Raised to run the scene again after it failed. */
  readonly attempt: number;
  /** The last step that was found; `null` before the first one. */
  readonly frame: SceneFrame | null;
  /** Bounds of all boxes of the frame; `null` without. */
  readonly bounds: Bounds | null;
  /** The same at the first step found: the ground under the scene stays where it is. */
  readonly startBounds: Bounds | null;
  readonly look: SceneLook;
  readonly pair: InstancePair | null;
  readonly hover: InstancePair | null;
  /** The chosen instances. */
  readonly picked: ReadonlySet<number>;
  /** Documents with second copies of meshes, for pairs of two instances of one mesh. */
  readonly copies: ReadonlyMap<DocumentId, DocumentId>;
  /** While no scene is open: the one that was closed last, and its run. */
  readonly left: LeftScene | null;
}

/** A scene that was closed, with all that its return restores. */
export interface LeftScene {
  readonly input: SceneInput;
  readonly run: SceneRunState;
  /** The camera when it was closed; `null` if none was known. */
  readonly camera: CameraPose | null;
}

/** Steps of a scene in the window, until the user sets another number. */
const shownSteps = 100;
/** Scenes of at most as many instances begin with the narrow phase. */
const maxNarrow = 2000;
/** Scenes of more instances begin without boxes and lines: hundreds of thousands of wide lines take seconds for each frame without a graphics card. */
const maxOutlined = 10_000;

/** Returns the run of a scene that was just opened. */
export function startedRun(instances: number): SceneRunState {
  const isLarge = instances > maxOutlined;
  return {
    options: { ...defaultValues(sceneOptions), steps: shownSteps, narrow: instances <= maxNarrow },
    step: 0,
    isPlaying: false,
    status: { kind: 'none' },
    replaced: 0,
    attempt: 0,
    frame: null,
    bounds: null,
    startBounds: null,
    look: { colourBy: 'pairs', boxes: isLarge ? 'none' : 'pairs', lines: !isLarge, axis: null },
    pair: null,
    hover: null,
    picked: new Set(),
    copies: new Map(),
    left: null,
  };
}
