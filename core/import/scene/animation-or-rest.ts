import { InspectorError, type Place } from '../../error.ts';
import type { SceneAnimation } from '../../mesh/animation/scene-animation.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';

/**
 * What `read` gives; `null` with a finding where it refuses the animations: the mesh at rest is as good as ever. `place` is where an error has none.
 * @throws whatever is no InspectorError, and `cancelled`.
 */
export function animationOrRest(read: () => SceneAnimation | null, findings: FindingList, place: Place): SceneAnimation | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code === 'cancelled') throw error;
    addFinding(
      findings,
      { ...unreadable, message: `The animations cannot be played: ${error.message}` },
      Object.keys(error.place).length === 0 ? place : error.place,
    );
    return null;
  }
}

const unreadable: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: '',
  cure: 'Export the file again: its mesh was read at rest',
};

/** Of formats whose skins and morph targets only an animation shows. */
export const atRest: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Skins and morph targets are not applied: the mesh is the scene at rest',
  cure: 'Play an animation of the file to see them move, or apply them in the program that made the file if they are meant to collide',
};
