import { InspectorError } from '#core/error';
import { packScene, type PackedScene, parseScene, sceneTextPieces } from '#core/scene';
import { instanceCount, type SceneInput } from '../instances/scene-input.ts';
import { malformedAt, type Reader } from './field-readers.ts';

/** Scenes of more instances are not kept in projects, and not for the next start: a scene file holds them. */
export const maxKeptInstances = 5000;

/** The same for more numbers of motions: recorded ones have 16 for each step. */
export const maxKeptNumbers = 200_000;

/** The text of each scene, which is written after each change of anything else too. */
const texts = new WeakMap<PackedScene, string>();

/** Returns the scene if a snapshot holds it. */
export function keptScene(scene: SceneInput | null): SceneInput | null {
  if (scene === null || instanceCount(scene) > maxKeptInstances) return null;
  return scene.packed.motions.numbers.length > maxKeptNumbers ? null : scene;
}

/** Returns the text of a scene, as in its file. */
export function sceneRecord(packed: PackedScene): string {
  const known = texts.get(packed);
  if (known !== undefined) return known;
  const text = [...sceneTextPieces(packed)].join('');
  texts.set(packed, text);
  return text;
}

export function isPackedScene(value: unknown): value is PackedScene {
  return typeof value === 'object' && value !== null && 'matrices' in value && value.matrices instanceof Float64Array;
}

/** Reads the text of a scene. */
export const packedScene: Reader<PackedScene> = (value, pointer) => {
  if (typeof value !== 'string') throw malformedAt(pointer, 'the text of a scene');
  try {
    return packScene(parseScene(value));
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    throw new InspectorError({ ...thrown.toJSON(), location: { pointer } }, { cause: thrown });
  }
};
