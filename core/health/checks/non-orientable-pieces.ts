import { chosenSets } from '../../mesh/triangle-sets.ts';
import type { HealthCheck } from '../health-check.ts';

export const nonOrientablePieces: HealthCheck = {
  code: 'non-orientable-pieces',
  severity: 'warning',
  title: 'One-sided pieces',
  meaning: 'Pieces whose triangles cannot all be wound alike, as a Möbius strip: they have no front and no back',
  fix: 'Cut the piece open, or correct the triangles that cross over',
  counted: { one: 'piece', many: 'pieces' },
  weight: 1,
  find: ({ pieces }) => {
    const { sets, isOrientable } = pieces();
    const meant = [...isOrientable.keys()].filter((piece) => isOrientable[piece] === 0);
    if (meant.length === 0) return null;
    const { triangles, groups } = chosenSets(sets, meant);
    return { count: meant.length, elements: { kind: 'triangle', numbers: triangles, groups } };
  },
};
