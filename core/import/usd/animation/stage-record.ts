import type { Matrix } from '../../../math/transform.ts';
import type { PlacedMesh } from '../../scene/place-meshes.ts';
import type { NodeRecord } from '../../scene/room.ts';
import type { Opinions } from '../compose.ts';
import type { SkelBinding } from './skel-binding.ts';

/** Records of a placed stage that its animation needs. */
export interface StageRecord extends NodeRecord<PlacedPrim> {
  /** By the part of the mesh. */
  readonly parts: Map<PlacedMesh, PlacedPart>;
  /** Skeletons, animations and blend shapes, by `primKey`. */
  readonly skelPrims: Map<string, SkelPrim>;
  /** Whether anything changes over time that can be played. */
  isAnimated: boolean;
}

export interface PlacedPrim {
  /** Index of the parent; -1 for a root. */
  readonly parent: number;
  /** Transform at rest. */
  readonly parentFromPrim: Matrix;
  /** `null` for the transform of an instance. */
  readonly opinions: Opinions | null;
}

export interface PlacedPart {
  readonly node: number;
  readonly nodeFromPart: Matrix;
  readonly opinions: Opinions;
  readonly binding: SkelBinding;
  readonly instance: number;
  readonly path: string;
}

export interface SkelPrim {
  readonly type: string;
  readonly node: number;
  readonly opinions: Opinions;
  readonly binding: SkelBinding;
}

export function stageRecord(): StageRecord {
  return { nodes: [], isWanted: true, parts: new Map(), skelPrims: new Map(), isAnimated: false };
}

/** Returns whether a property is played if it changes over time. All others stay at rest. */
export function isPlayed(property: string): boolean {
  return property === 'points' || property.startsWith('xformOp:');
}
