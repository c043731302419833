import { cleanName } from '../../import/text/clean-name.ts';
import { isFiniteTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { BakeFormatName } from '../bake-formats.ts';
import { lineNames } from '../part-names.ts';
import { partComments } from '../mesh-files/part-comments.ts';
import type { Difference } from './compare-bake.ts';
import type { OpenBaked, PartRun } from './open-baked.ts';
import { sameData } from './same-data.ts';

/** Compares names and runs of the parts with what the format makes of them. */
export function compareRuns({ format, runs, mesh }: OpenBaked, source: TriangleMesh): readonly Difference[] {
  const wanted = wantedRuns(format, source);
  const isSame = wanted === null || (sameRuns(runs, wanted) && (format !== 'boxwood' || sameDetails(mesh, source)));
  return isSame ? [] : [{ problem: 'The parts are not those of the mesh', count: 1 }];
}

/** `null` for formats that have no parts. Readers pass over parts without triangles. */
function wantedRuns(format: BakeFormatName, mesh: TriangleMesh): readonly PartRun[] | null {
  const { parts } = mesh;
  switch (format) {
    case 'boxwood':
      return parts.map((part) => ({ ...part, name: part.name.toWellFormed() }));
    case 'three-mesh-bvh':
      return parts;
    case 'glb':
      return finiteRuns(mesh).map((part) => ({ ...part, name: cleanName(part.name) }));
    case 'obj': {
      const { names } = lineNames(parts);
      return parts.map((part, i) => ({ ...part, name: names[i] })).filter(hasTriangles);
    }
    case 'ply': {
      const { names } = lineNames(parts);
      return partComments(parts, names).length === 0 ? [] : parts.map((part, i) => ({ ...part, name: names[i] }));
    }
    case 'stl':
      return null;
  }
}

/** The runs that are left when triangles that are not finite are left out. */
function finiteRuns(mesh: TriangleMesh): readonly PartRun[] {
  let end = 0;
  return mesh.parts
    .map(({ name, firstTriangle: first, triangleCount: count }) => {
      const firstTriangle = end;
      for (let t = first; t < first + count; t++) if (isFiniteTriangle(mesh, t)) end++;
      return { name, firstTriangle, triangleCount: end - firstTriangle };
    })
    .filter(hasTriangles);
}

function hasTriangles({ triangleCount }: PartRun): boolean {
  return triangleCount > 0;
}

function sameRuns(a: readonly PartRun[], b: readonly PartRun[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ name, firstTriangle, triangleCount }, i) => name === b[i].name && firstTriangle === b[i].firstTriangle && triangleCount === b[i].triangleCount)
  );
}

/** Transforms and roles, which only our own format has. */
function sameDetails({ parts: a }: TriangleMesh, { parts: b }: TriangleMesh): boolean {
  return a.every(({ worldFromPart, role }, i) => sameData(worldFromPart, b[i].worldFromPart) && sameData(role, b[i].role));
}
