import { chosenSets } from '../../mesh/triangle-sets.ts';
import type { HealthCheck } from '../health-check.ts';

export const nonOrientablePieces: HealthCheck = {
  code: 'non-orientable-pieces',
  severity: 'warning',
  title: 'Non-orientable pieces',
  meaning: 'Pieces that cannot have a consistent winding, such as a Möbius strip: they have no front and no back',
  fix: 'Cut the piece open, or correct the triangles that connect its two sides',
  counted: { one: 'piece', many: 'pieces' },
  weight: 1,
  waitsFor: 'pieces',
  find: ({ pieces }) => {
    const { sets, isOrientable } = pieces();
    const found = [...isOrientable.keys()].filter((piece) => isOrientable[piece] === 0);
    if (found.length === 0) return null;
    const { triangles, groups } = chosenSets(sets, found);
    return { count: found.length, elements: { kind: 'triangle', numbers: triangles, groups } };
  },
};
