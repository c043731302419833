import { InspectorError, type SourceLocation } from '../../error.ts';
import type { SceneAnimation } from '../../mesh/animation/scene-animation.ts';
import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';

/**
 * Returns the animation that `read` returns; `null` with a finding if it refuses the animations, because the mesh at
 * rest is still valid. `location` is used for errors without a location.
 * @throws any error that is not an InspectorError, and `cancelled`.
 */
export function animationOrRest(read: () => SceneAnimation | null, findings: FindingList, location: SourceLocation): SceneAnimation | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InspectorError) || error.code === 'cancelled') throw error;
    addFinding(
      findings,
      { ...unreadable, message: `The animations cannot be played: ${error.message}` },
      Object.keys(error.location).length === 0 ? location : error.location,
    );
    return null;
  }
}

const unreadable: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: '',
  fix: 'Export the file again: its mesh was read at rest',
};

/** Finding for formats where only animations apply skins and morph targets. */
export const atRest: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Skins and morph targets are not applied: the mesh is the scene at rest',
  fix: 'Play an animation of the file to see them move, or apply them in the program that made the file if they should collide',
};
