import { isBoxwood } from './boxwood/layout.ts';
import { isBulletImage } from './bullet-bvh/layout.ts';
import { isBullet } from './bullet/layout.ts';
import { isGodotScene, isGodotShape } from './godot/layout.ts';
import { isJoltState } from './jolt-state/layout.ts';
import { isJoltMesh } from './jolt/layout.ts';
import { isRapier } from './rapier/layout.ts';
import { isJoltSettings } from './jolt-settings/layout.ts';
import { isPhysxConvex } from './physx-convex/layout.ts';
import { isPhysxMesh } from './physx/layout.ts';
import { isThreeMeshBvh } from './three-mesh-bvh/layout.ts';

/** Formats that no importer of meshes reads, each with the test of its first bytes and its extension. */
const recognised = [
  ['boxwood', isBoxwood, '.boxwood'],
  ['three-mesh-bvh', isThreeMeshBvh, '.bvh.bin'],
  ['physx', isPhysxMesh, '.physx'],
  ['physx-convex', isPhysxConvex, '.convex.physx'],
  ['jolt', isJoltMesh, '.jolt'],
  ['jolt-state', isJoltState, '.shapes.jolt'],
  ['jolt-settings', isJoltSettings, '.tof'],
  ['jolt-shapes', isJoltSettings, '.shapes.tof'],
  ['bullet', isBullet, '.bullet'],
  ['bullet-bvh', isBulletImage, '.bvh.bullet'],
  ['bullet-shapes', isBullet, '.shapes.bullet'],
  ['rapier', isRapier, '.rapier.bin'],
  ['godot-scene', isGodotScene, '.tscn'],
  ['godot-shape', isGodotShape, '.tres'],
] as const;
export type BakedFormatName = (typeof recognised)[number][0];

/** The extensions of these formats, with the first dot. */
export const bakedExtensions: readonly string[] = recognised.map(([, , extension]) => extension);

/**
 * Returns the format with trees that a file has; `null` for other files. The file name counts too, so that a baked file with damaged
 * first bytes is rejected as such.
 */
export function bakedFormat(bytes: Uint8Array, fileName: string): BakedFormatName | null {
  const lowerCase = fileName.toLowerCase();
  const byBytes = recognised.filter(([, isOf]) => isOf(bytes));
  // `.convex.physx` is longer than `.physx`.
  const byName = recognised.filter(([, , extension]) => lowerCase.endsWith(extension)).toSorted(([, , a], [, , b]) => b.length - a.length);
  const found = byName.find((row) => byBytes.includes(row)) ?? byBytes[0] ?? byName[0];
  return found?.[0] ?? null;
}
