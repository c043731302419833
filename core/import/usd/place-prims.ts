import type { SourceLocation } from '../../error.ts';
import { multiply } from '../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import type { ColliderPhysics } from '../../mesh/collider-physics.ts';
import { addFinding, ignoredElements, type FindingList } from '../finding-list.ts';
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
  attributeNumbers,
  primLocation,
  primAt,
  schemasOf,
  specifierOf,
  targetsOf,
  tokenOf,
  typeOf,
  type Composer,
  type Opinions,
} from './compose.ts';
import type { UsdPrim } from './layer.ts';
import { bindingOf, lastOf, meshOfPrim, type KnownMeshes } from './mesh-of-prim.ts';
import { badShape, brokenInstances, followed, hidden, sampled, still } from './prim-findings.ts';
import { colliderOf, usdPhysicsOf, type Binding, type UsdCollider } from './read-physics.ts';
import { isShape, placedShape, readShape } from './read-shape.ts';
import { localPose, moved, oriented, scaled } from './xform-ops.ts';

/** A collider that the stage does not show, as a part in case the options add it to the mesh. */
export interface HiddenCollider extends PlacedMesh {
  readonly role: ColliderRole;
  /** Path of its prim. */
  readonly path: string;
}

const curved = /^(BasisCurves|NurbsCurves|HermiteCurves|NurbsPatch|Points|TetMesh|Volume)$/;

/** What a prim inherits from its ancestors. */
interface Above {
  readonly world: Matrix;
  readonly isVisible: boolean;
  readonly purpose: string;
  readonly material: Binding | null;
  readonly physicsMaterial: Binding | null;
  /** From a prim that is not a shape itself: Omniverse defines it above instances, whose meshes cannot be changed. */
  readonly collider: UsdCollider | null;
  readonly path: string;
  /** Index in the stage record; -1 for the stage. */
  readonly node: number;
  readonly binding: SkelBinding;
  /** 0 for the stage itself. */
  readonly instance: number;
  /** Replaces the name of the next prim; `null` keeps it. */
  readonly nameOverride: string | null;
  readonly depth: number;
}

/** The colliders of a stage that are not shown, and what moves. */
export interface PlacedStage {
  readonly hidden: readonly HiddenCollider[];
  readonly record: StageRecord;
}

/** The walk over the prims of a stage. */
interface PrimWalk {
  readonly composer: Composer;
  readonly findings: FindingList;
  readonly record: StageRecord;
  readonly apart: HiddenCollider[];
  /** Prims with time samples that are not played. */
  readonly unplayedAt: SourceLocation[];
  readonly meshes: KnownMeshes;
  /** The prims from the root to the current one. Entering one again is a cycle. */
  readonly entered: Set<UsdPrim>;
  instances: number;
}

const stageRoot: Above = {
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
  nameOverride: null,
  depth: 0,
};

/**
 * Adds the parts that the prims show to `composer.placed`, depth first. Returns the colliders that are not shown, and
 * the animation records.
 * @throws InspectorError `cyclic`, `too-large` and as the readers do.
 */
export function placePrims(composer: Composer, roots: ReadonlyMap<string, Opinions>): PlacedStage {
  const { findings } = composer;
  const walk: PrimWalk = {
    composer,
    findings,
    record: stageRecord(),
    apart: [],
    unplayedAt: [],
    meshes: new Map(),
    entered: new Set(),
    instances: 0,
  };
  for (const [name, opinions] of roots) placePrim(walk, opinions, name, stageRoot);
  if (walk.record.isAnimated) for (const at of walk.unplayedAt) addFinding(findings, still, at);
  return { hidden: walk.apart, record: walk.record };
}

function placePrim(walk: PrimWalk, opinions: Opinions, name: string, above: Above): void {
  const { composer, findings, record, entered } = walk;
  countStep(composer.placed, above.depth);
  if (opinions.length === 0 || specifierOf(opinions) !== 'def' || !isActive(opinions)) return;
  const parents = opinions.filter(({ prim }) => prim.children.size > 0);
  const repeated = parents.find(({ prim }) => entered.has(prim));
  if (repeated !== undefined) throw cyclic(repeated, repeated.prim.location);
  const type = typeOf(opinions);
  const schemas = schemasOf(opinions);
  noteSamples(walk, opinions, type);
  const here = inherit(walk, opinions, name, above, type, schemas);
  const shownName = above.nameOverride ?? cleanName(name);
  for (const { prim } of parents) entered.add(prim);
  if (isBound(opinions, here, schemas) && (type === 'Mesh' || isShape(type))) addFinding(findings, atRest, primLocation(opinions));
  if (/^(Skeleton|SkelAnimation|BlendShape)$/.test(type))
    record.skelPrims.set(primKey(here.instance, here.path), { type, node: here.node, opinions, binding: here.binding });
  if (type === 'Mesh') placeMesh(walk, opinions, shownName, here);
  else if (isShape(type)) placeShape(walk, opinions, type, shownName, here);
  else if (curved.test(type)) addFinding(findings, ignoredElements, primLocation(opinions));
  if (type === 'PointInstancer') placeInstances(walk, opinions, shownName, here);
  else for (const child of childNames(opinions)) placePrim(walk, childPrim(composer, opinions, child, here.depth), child, here);
  for (const { prim } of parents) entered.delete(prim);
}

/** Returns what the children of a prim inherit from it, and records the prim. */
function inherit(
  { findings, record }: PrimWalk,
  opinions: Opinions,
  name: string,
  above: Above,
  type: string,
  schemas: ReturnType<typeof schemasOf>,
): Above {
  const pose = localPose(opinions, findings);
  const purpose = tokenOf(opinions, 'purpose');
  const path = `${above.path}/${name}`;
  return {
    world: pose.isReset ? pose.matrix : product(above.world, pose.matrix),
    isVisible: above.isVisible && tokenOf(opinions, 'visibility') !== 'invisible',
    purpose: purpose === '' || purpose === 'default' ? above.purpose : purpose,
    material: bindingOf(opinions, ['material:binding', 'material:binding:full', 'material:binding:preview']) ?? above.material,
    physicsMaterial: bindingOf(opinions, ['material:binding:physics']) ?? above.physicsMaterial,
    collider: colliderOf(opinions, schemas) ?? above.collider,
    path,
    node: recordNode(record, () => ({ parent: pose.isReset ? -1 : above.node, parentFromPrim: pose.matrix, opinions })),
    binding: bindingBelow(above.binding, opinions, type === 'SkelRoot', above.instance, path),
    instance: above.instance,
    nameOverride: null,
    depth: above.depth + 1,
  };
}

/** Multiplies two matrices; the identity keeps the other one's exact numbers. */
function product(parent: Matrix, child: Matrix): Matrix {
  if (parent === identityTransform) return child;
  return child === identityTransform ? parent : multiply(parent, child);
}

function isBound(opinions: Opinions, { binding }: Above, schemas: ReturnType<typeof schemasOf>): boolean {
  return (
    binding.jointIndices !== null ||
    schemas.has('SkelBindingAPI') ||
    opinions.some(({ prim }) => prim.relationships.has('skel:blendShapeTargets'))
  );
}

function noteSamples({ record, unplayedAt, findings }: PrimWalk, opinions: Opinions, type: string): void {
  const changing = opinions.flatMap(({ prim }) => [...prim.attributes].filter(([, { samples }]) => samples !== null));
  if (changing.length === 0) return;
  const isSkel = type === 'SkelAnimation';
  if (isSkel || changing.some(([name]) => isPlayed(name))) record.isAnimated = true;
  if (!isSkel && changing.some(([name]) => !isPlayed(name))) unplayedAt.push(primLocation(opinions));
  if (!isSkel && changing.some(([, { isSampled }]) => isSampled)) addFinding(findings, sampled, primLocation(opinions));
}

function placeMesh(walk: PrimWalk, opinions: Opinions, name: string, here: Above): void {
  const { composer, findings, meshes } = walk;
  const mesh = {
    name,
    ...meshOfPrim(composer, meshes, opinions, here.material, here.depth, findings),
    worldFromPart: here.world,
    material: here.material === null ? undefined : lastOf(here.material.path),
  };
  const { collider } = here;
  addPart(
    walk,
    opinions,
    mesh.materials.length === 0 ? { ...mesh, materials: undefined } : mesh,
    collider === null ? null : roleOf(collider.ofMesh, collider, null, physicsHere(composer, here)),
    here,
  );
}

function placeShape(walk: PrimWalk, opinions: Opinions, type: string, name: string, here: Above): void {
  const { composer, findings } = walk;
  const shape = readShape(opinions, type);
  if (shape === null) return addFinding(findings, badShape, primLocation(opinions));
  const { collider } = here;
  const role = collider === null ? null : roleOf(shape.collider.kind, collider, shape.collider, physicsHere(composer, here));
  const part = {
    name,
    ...tessellate(shape.exact),
    worldFromPart: placedShape(here.world, shape),
    material: here.material === null ? undefined : lastOf(here.material.path),
  };
  if (isShown(here)) addFinding(findings, followed, primLocation(opinions));
  addPart(walk, opinions, part, role, here, shape.primFromShape);
}

function addPart(
  { composer, record, apart, findings }: PrimWalk,
  opinions: Opinions,
  part: PlacedMesh,
  role: ColliderRole | null,
  here: Above,
  nodeFromPart = identityTransform,
): void {
  const keep = <Part extends PlacedMesh>(kept: Part): Part => {
    record.parts.set(kept, { node: here.node, nodeFromPart, opinions, binding: here.binding, instance: here.instance, path: here.path });
    return kept;
  };
  if (isShown(here)) {
    addPlaced(composer.placed, keep(role === null ? part : { ...part, role: { ...role, isRendered: true } }));
    // The shown part of an infinite plane does not represent the whole plane.
    if (role?.exact != null && isEndless(role.exact)) apart.push({ ...part, role, path: here.path });
  } else if (role === null) addFinding(findings, hidden, primLocation(opinions));
  else apart.push(keep({ ...part, role, path: here.path }));
}

function physicsHere(composer: Composer, here: Above): ColliderPhysics | undefined {
  return usdPhysicsOf(composer, here.physicsMaterial ?? here.material);
}

/** Places each instance: translation · rotation · scale, before the pose of its prototype. */
function placeInstances(walk: PrimWalk, opinions: Opinions, name: string, here: Above): void {
  const { composer, findings, record } = walk;
  const list = (attribute: string): Float64Array => attributeNumbers(opinions, attribute) ?? new Float64Array(0);
  const prototypes = targetsOf(opinions, 'prototypes');
  const [indices, positions, scales, ids] = [list('protoIndices'), list('positions'), list('scales'), list('ids')];
  const rotations = attributeNumbers(opinions, 'orientationsf') ?? list('orientations');
  const invisible = new Set(list('invisibleIds'));
  for (let i = 0; i < indices.length; i++) {
    countStep(composer.placed, here.depth);
    if (invisible.has(ids[i] ?? i)) continue;
    const path = prototypes?.paths[indices[i]];
    const prototype = path === undefined || prototypes === null ? null : primAt(composer, prototypes.stack, path, here.depth);
    if (path === undefined || prototype === null || 3 * i + 2 >= positions.length) {
      addFinding(findings, brokenInstances, { ...primLocation(opinions), index: i });
      continue;
    }
    const at = moved(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
    const rotation = 4 * i + 3 < rotations.length ? oriented(rotations.subarray(4 * i, 4 * i + 4)) : identityTransform;
    const size = 3 * i + 2 < scales.length ? scaled(scales[3 * i], scales[3 * i + 1], scales[3 * i + 2]) : identityTransform;
    const parentFromPrim = multiply(multiply(at, rotation), size);
    const node = recordNode(record, () => ({ parent: here.node, parentFromPrim, opinions: null }));
    placePrim(walk, prototype, lastOf(path), {
      ...here,
      world: multiply(here.world, parentFromPrim),
      node,
      instance: ++walk.instances,
      nameOverride: `${name}[${i}]`,
    });
  }
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
