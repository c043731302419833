import { invalidArgument } from '../../error.ts';
import type { BoxSolid } from '../../shape/box-solid.ts';

/**
 * Throws for an invalid box.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, and a min corner above the max corner.
 */
export function checkBoxQuery(solid: BoxSolid): void {
  const numbers = solid.kind === 'aligned' ? [...solid.min, ...solid.max] : [...solid.center, ...solid.halfEdges.flat()];
  if (!numbers.every(Number.isFinite)) throw invalidArgument('A number of the box is not finite', 'Use finite numbers');
  if (solid.kind === 'aligned' && solid.min.some((low, k) => low > solid.max[k]!)) {
    throw invalidArgument(
      `The min corner of the box ${solid.min.join(', ')} is above its max corner ${solid.max.join(', ')}`,
      'Swap the coordinates that are in the wrong order',
    );
  }
}
