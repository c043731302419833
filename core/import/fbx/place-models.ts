import { multiply } from '../../math/matrix.ts';
import { addFinding, ignoredElements, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import type { MaterialFrom, PlacedMesh } from '../scene/place-meshes.ts';
import { addPlaced, countStep, type PlacedList } from '../scene/placed-list.ts';
import { cleanName } from '../text/clean-name.ts';
import type { FbxNode } from './fbx-node.ts';
import { geometryPose, nodePose, worldOrigin, worldPose, type WorldPose } from './node-transform.ts';
import { propertyList } from './properties.ts';
import { hasPolygons, type FbxMesh } from './read-geometry.ts';
import { objectKind, objectName, type FbxScene } from './scene.ts';

export type MeshOf = (geometry: FbxNode) => FbxMesh;

/** Sorts of models and geometries that have a surface or a line, and no polygons. */
const curved = /^(Line|Nurbs|NurbsCurve|NurbsSurface|TrimNurbsSurface|Patch|Boundary)$/;

/**
 * What the models show, depth first in the order of the file; a geometry that hangs below several models is shown by each.
 * @throws InspectorError `cyclic` with the model's place; `too-large`.
 */
export function placeModels(scene: FbxScene, meshOf: MeshOf, placed: PlacedList, findings: FindingList): void {
  const reached = new Set<string>();
  const above = new Set<string>();
  for (const root of scene.roots) place(root, worldOrigin);
  // Whatever hangs below no root hangs in a ring.
  for (const [key, model] of scene.models) if (!reached.has(key)) throw cyclic(model);

  function place(key: string, parent: WorldPose): void {
    const model = scene.models.get(key);
    if (model === undefined) return;
    countStep(placed, above.size);
    if (above.has(key)) throw cyclic(model);
    above.add(key);
    reached.add(key);
    const properties = { own: propertyList(model), template: scene.template };
    const world = worldPose(parent, nodePose(properties));
    const geometries = (scene.below.get(key) ?? []).flatMap((child) => scene.geometries.get(child) ?? []);
    const shown = hasPolygons(model) ? [model, ...geometries] : geometries;
    const worldFromPart = shown.length === 0 ? world.worldFromNode : multiply(world.worldFromNode, geometryPose(properties));
    for (const geometry of shown) {
      if (hasPolygons(geometry)) addPlaced(placed, { name: nameOf(model), ...withMaterials(meshOf(geometry), scene.materials.get(key) ?? []), worldFromPart });
      else if (curved.test(objectKind(geometry))) addFinding(findings, ignoredElements, geometry.place);
    }
    if (shown.length === 0 && curved.test(objectKind(model))) addFinding(findings, ignoredElements, model.place);
    for (const child of scene.below.get(key) ?? []) place(child, world);
    above.delete(key);
  }
}

/** The numbers of a mesh's materials are of those that hang below the model that shows it. */
function withMaterials({ materialRuns: runs, ...mesh }: FbxMesh, names: readonly string[]): Omit<PlacedMesh, 'name' | 'worldFromPart'> {
  if (names.length === 0 || runs.length === 0) return mesh;
  const materials: MaterialFrom[] = [];
  for (let i = 0; i < runs.length; i += 2) materials.push({ triangle: runs[i], name: names[runs[i + 1]] ?? null });
  return { ...mesh, materials };
}

function cyclic(model: FbxNode): Error {
  return refuse('cyclic', `The model ${nameOf(model)} hangs below itself`, exportAgain, model.place);
}

function nameOf(model: FbxNode): string {
  return cleanName(objectName(model));
}
