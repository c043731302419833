import { cleanName } from '../../import/text/clean-name.ts';
import { beginMaterial, materialRuns, takeMaterials } from '../../mesh/surface-materials.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { BakeFormatName } from '../bake-format.ts';
import { lineNames } from '../part-names.ts';
import { partComments } from '../mesh-files/part-comments.ts';
import { partPrimitives } from '../mesh-files/part-primitives.ts';
import { onlyFinite } from '../mesh-files/write-glb.ts';
import type { Difference } from './difference.ts';
import type { OpenBaked, PartRun } from './open-baked.ts';
import { sameData } from './same-data.ts';

/** Compares names, triangle ranges and materials of the parts, as far as the format keeps them. */
export function compareRuns({ format, runs, mesh }: OpenBaked, source: TriangleMesh): readonly Difference[] {
  const wanted = wantedRuns(format, source);
  const isSame = wanted === null || (sameRuns(runs, wanted) && (format !== 'boxwood' || sameDetails(mesh, source)));
  if (!isSame) return [{ problem: 'The parts are different from the mesh', count: 1 }];
  const materials = wantedMaterials(format, source);
  return materials === null || sameData(mesh.materials, materials.materials)
    ? []
    : [{ problem: 'The materials are different from the mesh', count: 1 }];
}

/** Returns the expected materials; `null` for formats that do not keep them. */
function wantedMaterials(format: BakeFormatName, mesh: TriangleMesh): Pick<TriangleMesh, 'materials'> | null {
  switch (format) {
    case 'boxwood':
      return mesh;
    case 'glb': {
      const finite = onlyFinite(mesh).mesh;
      const runs = materialRuns();
      for (const { firstTriangle, material } of finite.parts.flatMap((part) => partPrimitives(part, finite.materials))) {
        beginMaterial(runs, firstTriangle, material < 0 ? null : cleanName(finite.materials?.names[material] ?? ''));
      }
      return takeMaterials(runs, finite.indices.length / 3);
    }
    case 'three-mesh-bvh':
    case 'physx':
    case 'physx-convex':
    case 'jolt':
    case 'jolt-settings':
    case 'jolt-shapes':
    case 'jolt-state':
    case 'bullet':
    case 'bullet-shapes':
    case 'bullet-bvh':
    case 'rapier':
    case 'obj':
    case 'ply':
    case 'stl':
    case 'off':
    case 'mjcf':
    case 'urdf':
    case 'gltf-khr':
    case 'gltf-omi':
    case 'unreal':
    case 'godot':
    case 'godot-scene':
    case 'godot-shape':
    case 'usd-physics':
      return null;
  }
}

/** Returns the expected parts; `null` for formats without parts. Readers skip parts without triangles. */
function wantedRuns(format: BakeFormatName, mesh: TriangleMesh): readonly PartRun[] | null {
  const { parts } = mesh;
  switch (format) {
    case 'boxwood':
      return parts.map((part) => ({ ...part, name: part.name.toWellFormed() }));
    case 'three-mesh-bvh':
      return parts;
    case 'glb':
      return primitiveRuns(onlyFinite(mesh).mesh);
    case 'obj': {
      const { names } = lineNames(parts);
      return parts.map((part, i) => ({ ...part, name: names[i] })).filter(hasTriangles);
    }
    case 'ply': {
      const { names } = lineNames(parts);
      return partComments(parts, names).length === 0 ? [] : parts.map((part, i) => ({ ...part, name: names[i] }));
    }
    case 'stl':
    case 'off':
    case 'physx':
    case 'physx-convex':
    case 'jolt':
    case 'jolt-settings':
    case 'jolt-shapes':
    case 'jolt-state':
    case 'bullet':
    case 'bullet-shapes':
    case 'bullet-bvh':
    case 'rapier':
    case 'mjcf':
    case 'urdf':
    case 'gltf-khr':
    case 'gltf-omi':
    case 'unreal':
    case 'godot':
    case 'godot-scene':
    case 'godot-shape':
    case 'usd-physics':
      return null;
  }
}

/** Returns a part for each primitive, numbered if a mesh has several, as the reader does. */
function primitiveRuns({ parts, materials }: TriangleMesh): readonly PartRun[] {
  return parts.flatMap((part) => {
    const name = cleanName(part.name);
    const primitives = partPrimitives(part, materials);
    return primitives.map(({ firstTriangle, triangleCount }, i) => ({
      name: primitives.length > 1 ? `${name}/${i}` : name,
      firstTriangle,
      triangleCount,
    }));
  });
}

function hasTriangles({ triangleCount }: PartRun): boolean {
  return triangleCount > 0;
}

function sameRuns(a: readonly PartRun[], b: readonly PartRun[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      ({ name, firstTriangle, triangleCount }, i) =>
        name === b[i].name && firstTriangle === b[i].firstTriangle && triangleCount === b[i].triangleCount,
    )
  );
}

/** Compares transforms, roles and `hasCollider`, which only `.boxwood` keeps. */
function sameDetails({ parts: a }: TriangleMesh, { parts: b }: TriangleMesh): boolean {
  return a.every(
    ({ worldFromPart, role, hasCollider }, i) =>
      sameData(worldFromPart, b[i].worldFromPart) && sameData(role, b[i].role) && hasCollider === b[i].hasCollider,
  );
}
