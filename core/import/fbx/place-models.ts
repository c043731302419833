import { multiply } from '../../math/matrix.ts';
import { roleByName } from '../../mesh/part-role.ts';
import { addFinding, ignoredElements, type FindingKind, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';
import type { MaterialFrom, PlacedMesh } from '../scene/place-meshes.ts';
import { recordNode, type NodeRecord } from '../scene/room.ts';
import { addPlaced, countStep, type PlacedList } from '../scene/placed-list.ts';
import { cleanName } from '../text/clean-name.ts';
import type { FbxNode } from './fbx-node.ts';
import { poseOfSteps } from '../../mesh/animation/transform-step.ts';
import { worldOrigin, worldPose, type WorldPose } from '../../mesh/animation/world-pose.ts';
import type { NodePose } from '../../mesh/animation/node-pose.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import { geometryPose, fbxNodeSteps, type FbxNodeSteps } from './node-transform.ts';
import { numberProperty, propertyList, type Properties } from './properties.ts';
import { hasPolygons, type FbxMesh } from './read-geometry.ts';
import { isAnimated, objectKind, objectName, type FbxScene } from './scene.ts';

export type MeshOf = (geometry: FbxNode) => FbxMesh;

/** The placed models, for the animations. */
export interface PlacedFbxScene {
  /**
   * Every placed model, parents before children. A model with several parents appears once per parent. Recorded only if
   * the file has animations.
   */
  readonly record: NodeRecord<PlacedFbxNode>;
  /** What each placed mesh shows, in the order of the placed meshes. */
  readonly shown: ShownGeometry[];
  /** Geometries of hidden models. */
  readonly hidden: Set<FbxNode>;
}

export interface PlacedFbxNode extends FbxNodeSteps {
  readonly model: string;
  /** Index of the parent; -1 for a root. */
  readonly parent: number;
}

export interface ShownGeometry {
  readonly geometry: FbxNode;
  readonly node: number;
  readonly nodeFromGeometry: Matrix;
}

/** Kinds of models and geometries with curves or curved surfaces instead of polygons. */
const curved = /^(Line|Nurbs|NurbsCurve|NurbsSurface|TrimNurbsSurface|Patch|Boundary)$/;

const hidden: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Models that are hidden, and not named as colliders, are left out',
  fix: 'Show them in the program that made the file to see them',
};

/**
 * Places what the models show, depth first in file order. A geometry that several models share is placed for each of
 * them. Hidden models are left out, as in USD, but hidden colliders stay, because most colliders are hidden.
 * @throws InspectorError `cyclic` with the location of the model; `too-large`.
 */
export function placeModels(scene: FbxScene, meshOf: MeshOf, placed: PlacedList, findings: FindingList): PlacedFbxScene {
  const result: PlacedFbxScene = { record: { nodes: [], isWanted: isAnimated(scene) }, shown: [], hidden: new Set() };
  const reached = new Set<string>();
  const above = new Set<string>();
  const known = new Map<string, PosedSteps>();
  // Uses a stack instead of recursion, because chains of models can be as long as the file.
  const open: (Visit | string)[] = scene.roots.map((key) => ({ key, parent: -1, parentPose: worldOrigin, isAboveVisible: true })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') above.delete(next);
    else place(next);
  }
  // Models that no root reaches form a cycle.
  for (const [key, model] of scene.models) if (!reached.has(key)) throw cyclic(model);
  return result;

  function place({ key, parent, parentPose, isAboveVisible }: Visit): void {
    const model = scene.models.get(key);
    if (model === undefined) return;
    countStep(placed, 0);
    if (above.has(key)) throw cyclic(model);
    above.add(key);
    reached.add(key);
    const own = known.get(key) ?? posedSteps({ own: propertyList(model), template: scene.template });
    known.set(key, own);
    const node = recordNode(result.record, () => ({ ...own.node, model: key, parent }));
    const world = worldPose(parentPose, own.pose, own.node.inherits);
    const isVisible = own.isVisible && (isAboveVisible || !own.inheritsVisibility);
    const isLeftOut = !(isVisible && own.isShown) && roleByName(nameOf(model)) === null;
    const below = scene.below.get(key) ?? [];
    for (let i = 0; i < below.length; i++) countStep(placed, 0);
    const geometries = below.flatMap((child) => scene.geometries.get(child) ?? []);
    const shown = hasPolygons(model) ? [model, ...geometries] : geometries;
    const nodeFromGeometry = shown.length === 0 ? identityTransform : geometryPose(own.properties);
    const worldFromPart = multiply(world.worldFromNode, nodeFromGeometry);
    for (const geometry of shown) {
      if (isLeftOut) {
        addFinding(findings, hidden, model.location);
        result.hidden.add(geometry);
      } else if (hasPolygons(geometry)) {
        addPlaced(placed, { name: nameOf(model), ...withMaterials(meshOf(geometry), scene.materials.get(key) ?? []), worldFromPart });
        result.shown.push({ geometry, node, nodeFromGeometry });
      } else if (curved.test(objectKind(geometry))) addFinding(findings, ignoredElements, geometry.location);
    }
    if (shown.length === 0 && curved.test(objectKind(model))) addFinding(findings, ignoredElements, model.location);
    open.push(key);
    for (let i = below.length - 1; i >= 0; i--)
      if (scene.models.has(below[i])) open.push({ key: below[i], parent: node, parentPose: world, isAboveVisible: isVisible });
  }
}

/** A model to be placed. */
interface Visit {
  readonly key: string;
  /** Index in the record; -1 for a root. */
  readonly parent: number;
  readonly parentPose: WorldPose;
  readonly isAboveVisible: boolean;
}

interface PosedSteps extends Visibility {
  readonly properties: Properties;
  readonly node: FbxNodeSteps;
  readonly pose: NodePose;
}

interface Visibility {
  readonly isVisible: boolean;
  /** Whether an invisible parent hides this model too. */
  readonly inheritsVisibility: boolean;
  /** The model's own `Show` switch, which child models do not inherit. */
  readonly isShown: boolean;
}

/**
 * Returns the visibility at rest. Source: Autodesk FBX SDK, `FbxNode::Visibility`, `VisibilityInheritance` and `Show`.
 */
function visibilityOf(properties: Properties): Visibility {
  const isOn = (name: string): boolean => numberProperty(properties, name, 1) !== 0;
  return { isVisible: isOn('Visibility'), inheritsVisibility: isOn('Visibility Inheritance'), isShown: isOn('Show') };
}

function posedSteps(properties: Properties): PosedSteps {
  const node = fbxNodeSteps(properties);
  return { properties, node, pose: poseOfSteps(node.steps, node.rest), ...visibilityOf(properties) };
}

/** Replaces the material numbers of a mesh by the names of the materials of the model that shows it. */
function withMaterials({ materialRuns: runs, ...mesh }: FbxMesh, names: readonly string[]): Omit<PlacedMesh, 'name' | 'worldFromPart'> {
  if (names.length === 0 || runs.length === 0) return mesh;
  const materials: MaterialFrom[] = [];
  for (let i = 0; i < runs.length; i += 2) materials.push({ triangle: runs[i], name: names[runs[i + 1]] ?? null });
  return { ...mesh, materials };
}

function cyclic(model: FbxNode): Error {
  return refuse('cyclic', `The model ${nameOf(model)} is its own ancestor`, exportAgain, model.location);
}

function nameOf(model: FbxNode): string {
  return cleanName(objectName(model));
}
