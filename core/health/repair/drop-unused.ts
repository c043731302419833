import { vertexCount } from '../../mesh/triangle-mesh.ts';
import { keptDraft } from './mesh-draft.ts';
import type { Repair } from './repair.ts';

export const dropUnused: Repair = {
  name: 'drop-unused',
  title: 'Drop unused vertices',
  meaning: 'Removes vertices that no triangle uses',
  options: ['dropUnused'],
  clears: ['unused-vertices', 'non-finite-vertices'],
  isRequested: (options) => options.dropUnused === true,
  dropsUnused: true,
  // A body has only the vertices that it uses.
  isOfWhole: true,
  run: (mesh) => {
    const isUsed = new Uint8Array(vertexCount(mesh));
    for (let i = 0; i < mesh.indices.length; i++) isUsed[mesh.indices[i]] = 1;
    const count = isUsed.reduce((sum, used) => sum + 1 - used, 0);
    return count === 0 ? null : { draft: keptDraft(mesh), counts: [{ what: 'unused vertices dropped', count }], bound: 0 };
  },
};
