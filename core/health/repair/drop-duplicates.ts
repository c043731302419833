import { coincidentTriangles, doesAscend } from '../../mesh/coincident-triangles.ts';
import { meshTopology } from '../../mesh/topology.ts';
import { triangleCount } from '../../mesh/triangle-mesh.ts';
import { withoutTriangles } from './mesh-draft.ts';
import type { Repair } from './repair.ts';

export const dropDuplicates: Repair = {
  name: 'drop-duplicates',
  title: 'Drop duplicate triangles',
  meaning: 'Keeps the first of the triangles with the same corners; of those with the opposite winding, only if requested',
  options: ['dropDuplicates', 'dropOpposite'],
  clears: ['duplicate-triangles', 'opposite-triangles', 'non-manifold-edges', 'coplanar-overlaps'],
  isRequested: (options) => options.dropDuplicates === true || options.dropOpposite === true,
  run: (mesh, options, progress) => {
    const topology = meshTopology(mesh);
    progress(0.5);
    const { first, triangles } = coincidentTriangles(topology);
    const isDropped = new Uint8Array(triangleCount(mesh));
    let duplicates = 0;
    let opposite = 0;
    for (let set = 0; set + 1 < first.length; set++) {
      const firstAscends = doesAscend(topology, triangles[first[set]]);
      let kept = 1;
      let keptOpposite = 0;
      for (let i = first[set] + 1; i < first[set + 1]; i++) {
        const isOpposite = doesAscend(topology, triangles[i]) !== firstAscends;
        const isRepeated = isOpposite ? keptOpposite++ > 0 : kept++ > 0;
        const goes = (isOpposite && options.dropOpposite) || (isRepeated && options.dropDuplicates);
        if (!goes) continue;
        isDropped[triangles[i]] = 1;
        if (isRepeated && options.dropDuplicates) duplicates++;
        else opposite++;
      }
    }
    if (duplicates + opposite === 0) return null;
    const counts = [
      { what: 'duplicate triangles dropped', count: duplicates },
      { what: 'opposite triangles dropped', count: opposite },
    ];
    return { draft: withoutTriangles(mesh, isDropped), counts, bound: 0 };
  },
};
