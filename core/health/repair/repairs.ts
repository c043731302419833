import { dropDegenerate } from './drop-degenerate.ts';
import { dropDuplicates } from './drop-duplicates.ts';
import { dropUnused } from './drop-unused.ts';
import { fillHoles } from './fill-holes.ts';
import { fixWinding } from './fix-winding.ts';
import { removeComponents } from './remove-components.ts';
import type { Repair } from './repair.ts';
import { simplify } from './simplify.ts';
import { splitJunctions } from './split-junctions.ts';
import { splitNonManifold } from './split-non-manifold.ts';
import { weld } from './weld.ts';

/**
 * All repairs, in the order in which they run, whatever the order of the request. Welding shows which triangles are degenerate or equal.
 * Junctions are split when only real edges are left. Small components are removed before they are oriented or closed. Winding decides which
 * sheets belong together at non-manifold edges, and to which side a filling faces. The simplifier gets a closed surface.
 */
export const repairs: readonly Repair[] = [
  weld,
  dropDegenerate,
  dropDuplicates,
  splitJunctions,
  removeComponents,
  fixWinding,
  splitNonManifold,
  fillHoles,
  simplify,
  dropUnused,
];
