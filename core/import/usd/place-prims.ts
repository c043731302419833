import type { SourceLocation } from '../../error.ts';
import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import type { ColliderPhysics } from '../../mesh/collider-physics.ts';
import { addFinding, ignoredElements, type FindingKind } from '../finding-list.ts';
import type { PlacedMesh } from '../scene/place-meshes.ts';
import { atRest } from '../scene/animation-or-rest.ts';
import { addPlaced, countStep } from '../scene/placed-list.ts';
import { recordNode } from '../scene/room.ts';
import { isEndless, tessellate } from '../../mesh/tessellate-shape.ts';
import { cleanName } from '../text/clean-name.ts';
import { bindingBelow, noBinding, primKey, type SkelBinding } from './animation/skel-binding.ts';
import { isPlayed, stageRecord, type StageRecord } from './animation/stage-record.ts';
import {
  childNames,
  childPrim,
  cyclic,
  isActive,
  numbersOf,
  locationOf,
  primAt,
  schemasOf,
  specifierOf,
  targetsOf,
  tokenOf,
  typeOf,
  type Composer,
  type Opinions,
} from './compose.ts';
import type { UsdAttribute, UsdPrim } from './layer.ts';
import { everyOther, readMesh, type FaceMaterial, type UsdMesh } from './read-geometry.ts';
import { colliderOf, physicsOf, type Binding, type UsdCollider } from './read-physics.ts';
import { isShape, placedShape, readShape } from './read-shape.ts';
import { localPose, moved, oriented, scaled } from './xform-ops.ts';

/** A collider that the stage does not show: a part, if it is to be one. */
export interface HiddenCollider extends PlacedMesh {
  readonly role: ColliderRole;
  /** Path of its prim. */
  readonly path: string;
}

const hidden: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Meshes and shapes that are invisible, or of the purpose "proxy" or "guide", and do not collide are left out',
  fix: 'Make them visible, or give them the purpose "default", in the program that made the file if they are meant to be seen',
};

const followed: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Cubes, spheres and other shapes in numbers are shown by triangles that follow them: 32 around, 16 rings from pole to pole',
  fix: 'None is needed: as colliders they keep their exact numbers',
};

const badShape: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Shapes have sizes that are negative or not finite, and were left out',
  fix: 'Correct the prims in the program that made the file',
};

const sampled: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Attributes of prims change over time: their first sample is read',
  fix: 'Play the animation of the file, or save the stage at the moment that is meant to collide',
};

const still: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Sizes, faces, visibility and instances that change over time stand still while the animation plays',
  fix: 'Save the stage at the moment that is meant to collide',
};

const brokenInstances: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Instances name a prototype that is not there, or have no position, and were left out',
  fix: 'Correct the point instancer in the program that made the file',
};

const curved = /^(BasisCurves|NurbsCurves|HermiteCurves|NurbsPatch|Points|TetMesh|Volume)$/;

/** What a prim takes over from those above it. */
interface Above {
  readonly world: Matrix;
  readonly isVisible: boolean;
  readonly purpose: string;
  readonly material: Binding | null;
  readonly physicsMaterial: Binding | null;
  /** Of a prim that is no shape itself: Omniverse puts it above instances, whose meshes cannot be changed. */
  readonly collider: UsdCollider | null;
  readonly path: string;
  /** In the record. */
  readonly node: number;
  readonly binding: SkelBinding;
  /** 0 for the stage itself. */
  readonly instance: number;
  /** In place of the name of the next prim. */
  readonly called: string | null;
  readonly depth: number;
}

/** The stage, placed: the colliders that are not shown, and what moves. */
export interface PlacedStage {
  readonly hidden: readonly HiddenCollider[];
  readonly record: StageRecord;
}

/**
 * What the prims show, depth first, into `composer.placed`.
 * @throws InspectorError `cyclic`, `too-large` and as the readers do.
 */
export function placePrims(composer: Composer, roots: ReadonlyMap<string, Opinions>): PlacedStage {
  const { placed, findings } = composer;
  const apart: HiddenCollider[] = [];
  const record = stageRecord();
  const stillAt: SourceLocation[] = [];
  let instances = 0;
  const meshes = new Map<UsdAttribute, KnownMesh>();
  /** What is said of the prims that the walk stands below. */
  const entered = new Set<UsdPrim>();
  const start: Above = {
    world: identityTransform,
    isVisible: true,
    purpose: '',
    material: null,
    physicsMaterial: null,
    collider: null,
    path: '',
    node: -1,
    binding: noBinding,
    instance: 0,
    called: null,
    depth: 0,
  };
  for (const [name, opinions] of roots) place(opinions, name, start);
  if (record.isAnimated) for (const at of stillAt) addFinding(findings, still, at);
  return { hidden: apart, record };

  function place(opinions: Opinions, name: string, above: Above): void {
    countStep(placed, above.depth);
    if (opinions.length === 0 || specifierOf(opinions) !== 'def' || !isActive(opinions)) return;
    const parents = opinions.filter(({ prim }) => prim.children.size > 0);
    const repeated = parents.find(({ prim }) => entered.has(prim));
    if (repeated !== undefined) throw cyclic(repeated, repeated.prim.location);
    const type = typeOf(opinions);
    const schemas = schemasOf(opinions);
    noteSamples(opinions, type);
    const pose = localPose(opinions, findings);
    const own = colliderOf(opinions, schemas);
    const purpose = tokenOf(opinions, 'purpose');
    const path = `${above.path}/${name}`;
    const here: Above = {
      world:
        pose.isReset || above.world === identityTransform
          ? pose.matrix
          : pose.matrix === identityTransform
            ? above.world
            : multiply(above.world, pose.matrix),
      isVisible: above.isVisible && tokenOf(opinions, 'visibility') !== 'invisible',
      purpose: purpose === '' || purpose === 'default' ? above.purpose : purpose,
      material: bindingOf(opinions, ['material:binding', 'material:binding:full', 'material:binding:preview']) ?? above.material,
      physicsMaterial: bindingOf(opinions, ['material:binding:physics']) ?? above.physicsMaterial,
      collider: own ?? above.collider,
      path,
      node: recordNode(record, () => ({ parent: pose.isReset ? -1 : above.node, parentFromPrim: pose.matrix, opinions })),
      binding: bindingBelow(above.binding, opinions, type === 'SkelRoot', above.instance, path),
      instance: above.instance,
      called: null,
      depth: above.depth + 1,
    };
    const shownName = above.called ?? cleanName(name);
    for (const { prim } of parents) entered.add(prim);
    const isBound =
      here.binding.jointIndices !== null ||
      schemas.has('SkelBindingAPI') ||
      opinions.some(({ prim }) => prim.relationships.has('skel:blendShapeTargets'));
    if (isBound && (type === 'Mesh' || isShape(type))) addFinding(findings, atRest, locationOf(opinions));
    if (/^(Skeleton|SkelAnimation|BlendShape)$/.test(type))
      record.skelPrims.set(primKey(here.instance, path), { type, node: here.node, opinions, binding: here.binding });
    if (type === 'Mesh') placeMesh(opinions, shownName, here);
    else if (isShape(type)) placeShape(opinions, type, shownName, here);
    else if (curved.test(type)) addFinding(findings, ignoredElements, locationOf(opinions));
    if (type === 'PointInstancer') placeInstances(opinions, shownName, here);
    else for (const child of childNames(opinions)) place(childPrim(composer, opinions, child, here.depth), child, here);
    for (const { prim } of parents) entered.delete(prim);
  }

  function noteSamples(opinions: Opinions, type: string): void {
    const changing = opinions.flatMap(({ prim }) => [...prim.attributes].filter(([, { samples }]) => samples !== null));
    if (changing.length === 0) return;
    const isSkel = type === 'SkelAnimation';
    if (isSkel || changing.some(([name]) => isPlayed(name))) record.isAnimated = true;
    if (!isSkel && changing.some(([name]) => !isPlayed(name))) stillAt.push(locationOf(opinions));
    if (!isSkel && changing.some(([, { isSampled }]) => isSampled)) addFinding(findings, sampled, locationOf(opinions));
  }

  function placeMesh(opinions: Opinions, name: string, here: Above): void {
    const mesh = {
      name,
      ...meshOf(opinions, here),
      worldFromPart: here.world,
      material: here.material === null ? undefined : lastOf(here.material.path),
    };
    const { collider } = here;
    addPart(
      opinions,
      mesh.materials.length === 0 ? { ...mesh, materials: undefined } : mesh,
      collider === null ? null : roleOf(collider.ofMesh, collider, null, physicsHere(here)),
      here,
    );
  }

  function placeShape(opinions: Opinions, type: string, name: string, here: Above): void {
    const shape = readShape(opinions, type);
    if (shape === null) return addFinding(findings, badShape, locationOf(opinions));
    const { collider } = here;
    const role = collider === null ? null : roleOf(shape.collider.kind, collider, shape.collider, physicsHere(here));
    const part = {
      name,
      ...tessellate(shape.exact),
      worldFromPart: placedShape(here.world, shape),
      material: here.material === null ? undefined : lastOf(here.material.path),
    };
    if (isShown(here)) addFinding(findings, followed, locationOf(opinions));
    addPart(opinions, part, role, here, shape.primFromShape);
  }

  function addPart(opinions: Opinions, part: PlacedMesh, role: ColliderRole | null, here: Above, nodeFromPart = identityTransform): void {
    const keep = <Part extends PlacedMesh>(kept: Part): Part => {
      record.parts.set(kept, { node: here.node, nodeFromPart, opinions, binding: here.binding, instance: here.instance, path: here.path });
      return kept;
    };
    if (isShown(here)) {
      addPlaced(placed, keep(role === null ? part : { ...part, role: { ...role, isRendered: true } }));
      // An endless plane is more than the piece of it that is shown.
      if (role?.exact != null && isEndless(role.exact)) apart.push({ ...part, role, path: here.path });
    } else if (role === null) addFinding(findings, hidden, locationOf(opinions));
    else apart.push(keep({ ...part, role, path: here.path }));
  }

  function physicsHere(here: Above): ColliderPhysics | undefined {
    return physicsOf(composer, here.physicsMaterial ?? here.material);
  }

  function meshOf(opinions: Opinions, here: Above): UsdMesh {
    const subsets = subsetsOf(opinions, here);
    const attributes = ['points', 'faceVertexCounts', 'faceVertexIndices', 'orientation', 'holeIndices'].map((name) =>
      opinions.find(({ prim }) => prim.attributes.has(name))?.prim.attributes.get(name),
    );
    const [points] = attributes;
    const known = points === undefined ? undefined : meshes.get(points);
    // Instances of one mesh share its arrays.
    if (known !== undefined && known.attributes.every((each, i) => each === attributes[i]) && sameSubsets(known.subsets, subsets))
      return known.mesh;
    const mesh = readMesh(opinions, subsets, findings);
    if (points !== undefined) meshes.set(points, { attributes, subsets, mesh });
    return mesh;
  }

  /** Faces with a material of their own; with those that have the mesh's, where there are any. */
  function subsetsOf(opinions: Opinions, here: Above): readonly FaceMaterial[] {
    const subsets: FaceMaterial[] = [];
    for (const name of childNames(opinions)) {
      const subset = childPrim(composer, opinions, name, here.depth);
      if (
        typeOf(subset) !== 'GeomSubset' ||
        !/^(face)?$/.test(tokenOf(subset, 'elementType')) ||
        !/^(materialBind)?$/.test(tokenOf(subset, 'familyName'))
      )
        continue;
      const binding = bindingOf(subset, ['material:binding']);
      const faces = numbersOf(subset, 'indices');
      if (binding !== null && faces !== null) subsets.push({ faces, name: lastOf(binding.path) });
    }
    return subsets.length > 0 && here.material !== null ? [...subsets, { faces: everyOther, name: lastOf(here.material.path) }] : subsets;
  }

  /** Every instance is translation · turn · scale before its prototype's own pose. */
  function placeInstances(opinions: Opinions, name: string, here: Above): void {
    const list = (attribute: string): Float64Array => numbersOf(opinions, attribute) ?? new Float64Array(0);
    const prototypes = targetsOf(opinions, 'prototypes');
    const [indices, positions, scales, ids] = [list('protoIndices'), list('positions'), list('scales'), list('ids')];
    const turns = numbersOf(opinions, 'orientationsf') ?? list('orientations');
    const invisible = new Set(list('invisibleIds'));
    for (let i = 0; i < indices.length; i++) {
      countStep(placed, here.depth);
      if (invisible.has(ids[i] ?? i)) continue;
      const path = prototypes?.paths[indices[i]];
      const prototype = path === undefined || prototypes === null ? null : primAt(composer, prototypes.stack, path, here.depth);
      if (path === undefined || prototype === null || 3 * i + 2 >= positions.length) {
        addFinding(findings, brokenInstances, { ...locationOf(opinions), index: i });
        continue;
      }
      const at = moved(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
      const turn = 4 * i + 3 < turns.length ? oriented(turns.subarray(4 * i, 4 * i + 4)) : identityTransform;
      const size = 3 * i + 2 < scales.length ? scaled(scales[3 * i], scales[3 * i + 1], scales[3 * i + 2]) : identityTransform;
      const parentFromPrim = multiply(multiply(at, turn), size);
      const node = recordNode(record, () => ({ parent: here.node, parentFromPrim, opinions: null }));
      place(prototype, lastOf(path), {
        ...here,
        world: multiply(here.world, parentFromPrim),
        node,
        instance: ++instances,
        called: `${name}[${i}]`,
      });
    }
  }
}

interface KnownMesh {
  readonly attributes: readonly (UsdAttribute | undefined)[];
  readonly subsets: readonly FaceMaterial[];
  readonly mesh: UsdMesh;
}

function sameSubsets(a: readonly FaceMaterial[], b: readonly FaceMaterial[]): boolean {
  return a.length === b.length && a.every(({ faces, name }, i) => faces === b[i]?.faces && name === b[i]?.name);
}

function isShown({ isVisible, purpose }: Above): boolean {
  return isVisible && (purpose === '' || purpose === 'render');
}

function roleOf(
  shape: ColliderRole['shape'],
  { isTrigger }: UsdCollider,
  exact: ExactShape | null,
  physics: ColliderPhysics | undefined,
): ColliderRole {
  return { shape, isRendered: false, isTrigger, of: null, from: 'extension', exact, ...(physics !== undefined && { physics }) };
}

function bindingOf(opinions: Opinions, names: readonly string[]): Binding | null {
  for (const name of names) {
    const targets = targetsOf(opinions, name);
    const path = targets?.paths[0];
    if (targets !== null && path !== undefined) return { path, stack: targets.stack };
  }
  return null;
}

function lastOf(path: string): string {
  return cleanName(path.slice(path.lastIndexOf('/') + 1));
}
