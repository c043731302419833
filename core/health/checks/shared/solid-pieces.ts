import { chosenSets } from '../../../mesh/triangle-sets.ts';
import type { Progress } from '../../../progress.ts';
import type { CheckResult } from '../../health-check.ts';
import type { MeshStudy } from '../../study/mesh-study.ts';
import { solidStates } from '../../study/solids/solids.ts';

/** Returns the solids in a state. The count is a lower bound if undecided solids could be in it; `null` if there are none of either. */
export function solidPieces(study: MeshStudy, progress: Progress, state: 'nested' | 'insideOut'): CheckResult | null {
  const { sets, signs, states } = study.solids(progress);
  const sign = state === 'nested' ? 1 : -1;
  const found = [...states.keys()].filter((solid) => states[solid] === solidStates[state]);
  const isAtLeast = states.some((other, solid) => other === solidStates.undecided && signs[solid] === sign);
  if (found.length === 0 && !isAtLeast) return null;
  const { triangles, groups } = chosenSets(sets, found);
  return { count: found.length, isAtLeast, elements: { kind: 'triangle', numbers: triangles, groups } };
}
