import { InspectorError } from '../../error.ts';
import { parseScene } from './parse-scene.ts';
import type { SceneDocument } from './scene-document.ts';

/** A longer file is refused: its text is one string, of which JavaScript engines hold no more. */
export const maxSceneBytes = 2 ** 29 - 25;

/** Parses the bytes of a scene file. @throws InspectorError `too-large`; as `parseScene`. */
export function parseSceneBytes(bytes: Uint8Array): SceneDocument {
  if (bytes.length > maxSceneBytes)
    throw new InspectorError({
      code: 'too-large',
      message: `The scene file has ${bytes.length} bytes, and at most ${maxSceneBytes} can be read`,
      fix: 'Record fewer steps, or use one motion for several instances',
      location: {},
    });
  return parseScene(new TextDecoder().decode(bytes));
}
