import { InspectorError, invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { Tree } from '../../tree/layout.ts';
import { coreTouches } from './move.ts';
import { createWalker } from './walker.ts';
import { walkStep } from './walk-step.ts';
import type { Walk, WalkInput, WalkStats, WalkStep } from './walk-request.ts';

export interface WalkResult {
  readonly steps: readonly WalkStep[];
  readonly end: { readonly position: Vec3; readonly grounded: boolean };
  /** Whether the centre of the sphere, or the axis of the capsule, passed through a triangle. Never in mode `swept`. */
  readonly tunnelled: boolean;
  readonly stats: WalkStats;
}

/** Largest number of steps of one walk: 28 minutes at 60 steps a second. */
export const maxWalkSteps = 100_000;
/** Largest number of contacts of all steps, so that the result fits into one JSON text. */
export const maxWalkContacts = 500_000;
/** Steps between two calls of `progress`. */
const reportStep = 16;

/**
 * Replays a walk of a sphere or a capsule through a mesh (catalogue Q7): push-out from every touching triangle, slide, steps, slope limit,
 * gravity and jump. Every motion is an exact sweep, so nothing tunnels at any speed. The result depends on the mesh and the walk only, not on
 * the tree. Mode `article` has the rule of the camera article, for comparison.
 * @throws InspectorError `invalid-argument` as `createWalker`, for inputs that are not finite, too many steps, and a core that starts on the
 * surface; `too-large` for more than `maxWalkContacts`; whatever `progress` throws.
 */
export function walk(tree: Tree, mesh: TriangleMesh, { body, start, settings, inputs }: Walk, progress: Progress = noProgress): WalkResult {
  const walker = createWalker(tree, mesh, body, start, settings);
  const count = inputs.reduce((sum, { steps = 1 }) => sum + steps, 0);
  inputs.forEach(checkInput);
  if (count > maxWalkSteps) throw invalidArgument(`The walk has ${count} steps`, `Use at most ${maxWalkSteps}`);
  if (walker.settings.mode === 'swept' && coreTouches(walker, start))
    throw invalidArgument(
      'The body starts on the surface',
      'Move the start, so that the centre or the axis of the body touches no triangle',
    );
  const steps: WalkStep[] = [];
  let contacts = 0;
  for (const input of inputs) {
    for (let i = 0; i < (input.steps ?? 1); i++) {
      if (steps.length % reportStep === 0) progress(steps.length / count);
      const step = walkStep(walker, input);
      contacts += step.contacts.length;
      if (contacts > maxWalkContacts) throw tooManyContacts(steps.length);
      steps.push(step);
    }
  }
  const { position, grounded, stats } = walker;
  return { steps, end: { position, grounded }, tunnelled: steps.some((step) => step.tunnelled), stats };
}

function tooManyContacts(steps: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `The walk has more than ${maxWalkContacts} contacts after ${steps} steps`,
    fix: 'Replay fewer steps, or use a smaller body',
    location: {},
  });
}

function checkInput({ move, look, steps = 1 }: WalkInput, index: number): void {
  if (!move.every(Number.isFinite)) throw invalidArgument(`The move of input ${index} is not finite`, 'Use three finite numbers');
  if (look !== undefined && !look.every(Number.isFinite))
    throw invalidArgument(`The view of input ${index} is not finite`, 'Use three finite numbers');
  if (!(Number.isInteger(steps) && steps >= 1))
    throw invalidArgument(`Input ${index} cannot have ${steps} steps`, 'Use a whole number from 1');
}
