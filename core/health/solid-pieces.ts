import { none } from '../mesh/topology.ts';
import { chosenSets } from '../mesh/triangle-sets.ts';
import type { Progress } from '../progress.ts';
import type { Found } from './health-check.ts';
import type { MeshStudy } from './mesh-study.ts';

/** The solids that are meant by the side they face and by how many others they lie in; `null` when there is none. */
export function solidPieces(study: MeshStudy, progress: Progress, isMeant: (sign: number, depth: number) => boolean): Found | null {
  const { pieces, signs, depths, isComplete } = study.solids(progress);
  const meant = [...pieces].filter((_, i) => depths[i] !== none && isMeant(signs[i], depths[i]));
  if (meant.length === 0) return null;
  const { triangles, groups } = chosenSets(study.pieces().sets, meant);
  return { count: meant.length, isAtLeast: !isComplete, elements: { kind: 'triangle', numbers: triangles, groups } };
}
