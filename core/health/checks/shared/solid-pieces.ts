import { chosenSets } from '../../../mesh/triangle-sets.ts';
import type { Progress } from '../../../progress.ts';
import type { Found } from '../../health-check.ts';
import type { MeshStudy } from '../../study/mesh-study.ts';
import { solidStates } from '../../study/solids/solids.ts';

/** The solids that are in a state; `null` when none is, nor any undecided that could be: then there are at least so many. */
export function solidPieces(study: MeshStudy, progress: Progress, meant: 'nested' | 'insideOut'): Found | null {
  const { sets, signs, states } = study.solids(progress);
  const sign = meant === 'nested' ? 1 : -1;
  const found = [...states.keys()].filter((solid) => states[solid] === solidStates[meant]);
  const isAtLeast = states.some((state, solid) => state === solidStates.undecided && signs[solid] === sign);
  if (found.length === 0 && !isAtLeast) return null;
  const { triangles, groups } = chosenSets(sets, found);
  return { count: found.length, isAtLeast, elements: { kind: 'triangle', numbers: triangles, groups } };
}
