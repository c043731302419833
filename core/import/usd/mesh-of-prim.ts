import { attributeNumbers, childNames, childPrim, targetsOf, tokenOf, typeOf, type Composer, type Opinions } from './compose.ts';
import type { FindingList } from '../finding-list.ts';
import { cleanName } from '../text/clean-name.ts';
import type { UsdAttribute } from './layer.ts';
import { allOtherFaces, readUsdMesh, type FaceMaterial, type UsdMesh } from './read-geometry.ts';
import type { Binding } from './read-physics.ts';

/** Meshes already read, by their attribute `points`. Instances share arrays. */
export type KnownMeshes = Map<UsdAttribute, KnownMesh>;

interface KnownMesh {
  readonly attributes: readonly (UsdAttribute | undefined)[];
  readonly subsets: readonly FaceMaterial[];
  readonly mesh: UsdMesh;
}

/** The attributes that define the geometry of a mesh. */
const geometryAttributes = ['points', 'faceVertexCounts', 'faceVertexIndices', 'orientation', 'holeIndices'];

/**
 * Returns the geometry of a mesh prim. `material` is the one bound to the whole prim; `depth` the depth of its children.
 * @throws InspectorError as `readMesh`.
 */
export function meshOfPrim(
  composer: Composer,
  known: KnownMeshes,
  opinions: Opinions,
  material: Binding | null,
  depth: number,
  findings: FindingList,
): UsdMesh {
  const subsets = subsetsOf(composer, opinions, material, depth);
  const attributes = geometryAttributes.map((name) => opinions.find(({ prim }) => prim.attributes.has(name))?.prim.attributes.get(name));
  const [points] = attributes;
  const shared = points === undefined ? undefined : known.get(points);
  if (shared !== undefined && shared.attributes.every((each, i) => each === attributes[i]) && sameSubsets(shared.subsets, subsets))
    return shared.mesh;
  const mesh = readUsdMesh(opinions, subsets, findings);
  if (points !== undefined) known.set(points, { attributes, subsets, mesh });
  return mesh;
}

/**
 * Returns the faces with a material of their own. If there are any, also returns the other faces with the material of
 * the mesh.
 */
function subsetsOf(composer: Composer, opinions: Opinions, material: Binding | null, depth: number): readonly FaceMaterial[] {
  const subsets: FaceMaterial[] = [];
  for (const name of childNames(opinions)) {
    const subset = childPrim(composer, opinions, name, depth);
    if (
      typeOf(subset) !== 'GeomSubset' ||
      !/^(face)?$/.test(tokenOf(subset, 'elementType')) ||
      !/^(materialBind)?$/.test(tokenOf(subset, 'familyName'))
    )
      continue;
    const binding = bindingOf(subset, ['material:binding']);
    const faces = attributeNumbers(subset, 'indices');
    if (binding !== null && faces !== null) subsets.push({ faces, name: lastOf(binding.path) });
  }
  return subsets.length > 0 && material !== null ? [...subsets, { faces: allOtherFaces, name: lastOf(material.path) }] : subsets;
}

function sameSubsets(a: readonly FaceMaterial[], b: readonly FaceMaterial[]): boolean {
  return a.length === b.length && a.every(({ faces, name }, i) => faces === b[i]?.faces && name === b[i]?.name);
}

/** Returns the first target of the first of these relationships that has one. */
export function bindingOf(opinions: Opinions, names: readonly string[]): Binding | null {
  for (const name of names) {
    const targets = targetsOf(opinions, name);
    const path = targets?.paths[0];
    if (targets !== null && path !== undefined) return { path, stack: targets.stack };
  }
  return null;
}

/** Returns the last element of a path, as a name to show. */
export function lastOf(path: string): string {
  return cleanName(path.slice(path.lastIndexOf('/') + 1));
}
