import type { ExactShape } from '../../mesh/collider-role.ts';
import type { ColliderPhysics } from '../../mesh/collider-physics.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { inEngineSpace } from '../bodies/engine-space.ts';
import type { PhysicsShape, WrittenShapes } from '../bodies/physics-shape.ts';
import { quaternionOf } from '../bodies/pose.ts';
import { shapeNames } from '../bodies/shape-names.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { checkSingles, countNumbers } from '../bodies/single-positions.ts';
import { workProgress } from '../bodies/work-progress.ts';
import { glbBuilder, type GlbBuilder } from './glb-builder.ts';

/**
 * Writes GLB with KHR_physics_rigid_bodies and KHR_implicit_shapes: static colliders and triggers.
 * @throws InspectorError `too-large` for coordinates beyond f32; whatever `progress` throws.
 */
export function writeKhrPhysics(input: BakeInput, progress: Progress): Baked {
  return writeGltfPhysics(khr, input, progress);
}

/** Writes GLB with OMI_physics_body and OMI_physics_shape: static colliders and triggers. @throws as `writeKhrPhysics`. */
export function writeOmiPhysics(input: BakeInput, progress: Progress): Baked {
  return writeGltfPhysics(omi, input, progress);
}

export function khrShapes(mesh: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  return gltfShapes(khr, mesh, space, progress);
}

export function omiShapes(mesh: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  return gltfShapes(omi, mesh, space, progress);
}

/** What distinguishes the two pairs of extensions. */
interface Dialect {
  readonly body: string;
  readonly shapes: string;
  readonly has: (exact: ExactShape) => boolean;
  /** Whether a node can refer to a mesh without an entry in the list of shapes. */
  readonly refersToMesh: boolean;
  readonly fieldsOf: (exact: ExactShape) => object;
}

const khr: Dialect = {
  body: 'KHR_physics_rigid_bodies',
  shapes: 'KHR_implicit_shapes',
  has: () => true,
  refersToMesh: true,
  fieldsOf: (exact) => {
    const { kind, ...fields } = exact;
    if (exact.kind !== 'plane') return { type: kind, [kind]: fields };
    const { sizeX, sizeZ, isDoubleSided } = exact;
    return { type: kind, plane: { ...(sizeX !== null && { sizeX }), ...(sizeZ !== null && { sizeZ }), doubleSided: isDoubleSided } };
  },
};

const omi: Dialect = {
  body: 'OMI_physics_body',
  shapes: 'OMI_physics_shape',
  has: (exact) => exact.kind !== 'plane',
  refersToMesh: false,
  // Readers of the first version know only `radius`.
  fieldsOf: (exact) => {
    const { kind, ...fields } = exact;
    return { type: kind, [kind]: { ...fields, ...('radiusTop' in exact && isEven(exact) && { radius: exact.radiusTop }) } };
  },
};

/** Returns the shapes of a mesh as these extensions have them, in metres with Y up. A primitive that is also rendered becomes two. */
function gltfShapes({ has }: Dialect, source: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { mesh, notes } = inEngineSpace(source, space, '+y');
  const all = withPrimitives(shapesOfMesh(mesh, progress), has);
  for (const { name, form } of all.shapes) checkSingles(name, form.surface, 'glTF');
  return { shapes: all.shapes.flatMap(withoutRenderedPrimitive), notes: [...notes, ...formNotes(all)] };
}

/** A node cannot show the triangles of a primitive and collide as this primitive, so a second one shows them. */
export function withoutRenderedPrimitive(shape: PhysicsShape): readonly PhysicsShape[] {
  const { use, form } = shape;
  if (use !== 'rendered collider' || form.kind === 'triangles') return [shape];
  const seen: PhysicsShape = { ...shape, use: 'rendered', form: { kind: 'triangles', surface: form.surface }, physics: null };
  return [seen, { ...shape, use: 'collider', name: `${shape.name}_collider` }];
}

/** Entries of each list of the document by their text, with their numbers. */
interface Physics {
  readonly shapes: Map<string, number>;
  readonly materials: Map<string, number>;
  readonly filters: Map<string, number>;
}

function writeGltfPhysics(dialect: Dialect, { mesh, space, source }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = gltfShapes(dialect, mesh, space, (fraction) => progress(fraction / 2));
  const names = shapeNames(shapes);
  const builder = glbBuilder(workProgress(progress, 0.5, countNumbers(shapes)));
  const physics: Physics = { shapes: new Map(), materials: new Map(), filters: new Map() };
  const nodes = shapes.map((shape, i) => nodeOf(dialect, shape, names[i]!, builder, physics));
  const root = {
    ...(physics.shapes.size > 0 && { [dialect.shapes]: { shapes: entriesOf(physics.shapes) } }),
    ...((physics.materials.size > 0 || physics.filters.size > 0) && { [dialect.body]: listsOf(physics) }),
  };
  const document = {
    asset: { version: '2.0', generator: 'Boxwood', ...(source !== null && { extras: { source: source.file } }) },
    extensionsUsed: [dialect.body, ...(physics.shapes.size > 0 ? [dialect.shapes] : [])],
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
    ...(Object.keys(root).length > 0 && { extensions: root }),
  };
  const planes = shapes.filter(({ form }) => form.kind === 'exact' && form.exact.kind === 'plane').length;
  return {
    bytes: builder.bytes(document),
    notes: [...notes, ...noteOf('shape-changed', 'Planes are a proposal of the extension: other readers may skip them', planes)],
  };
}

function listsOf({ materials, filters }: Physics): object {
  return {
    ...(materials.size > 0 && { physicsMaterials: entriesOf(materials) }),
    ...(filters.size > 0 && { collisionFilters: entriesOf(filters) }),
  };
}

function entriesOf(list: ReadonlyMap<string, number>): readonly unknown[] {
  return Array.from(list.keys(), (text): unknown => JSON.parse(text));
}

function nodeOf(dialect: Dialect, shape: PhysicsShape, name: string, builder: GlbBuilder, physics: Physics): object {
  const { use, form } = shape;
  const collide = (collider: object): object => {
    const entry = { ...collider, ...physicsOf(shape.physics, physics) };
    const motion = dialect.refersToMesh ? {} : { motion: { type: 'static' } };
    return { extensions: { [dialect.body]: use === 'trigger' ? { trigger: entry } : { ...motion, collider: entry } } };
  };
  const geometryOf = (fields: object): object => {
    const at = indexIn(physics.shapes, fields);
    return dialect.refersToMesh ? { geometry: { shape: at } } : { shape: at };
  };
  if (form.kind === 'exact') {
    const [x, y, z, w] = quaternionOf(form.pose);
    const placed = { translation: form.pose.position.map((value) => value + 0), ...(w !== 1 && { rotation: [x, y, z, w] }) };
    return { name, ...placed, ...collide(geometryOf(dialect.fieldsOf(form.exact))) };
  }
  const { mesh, translation } = builder.addMesh(name, form.surface);
  if (use === 'rendered') return { name, translation, mesh };
  const isHull = form.kind === 'hull';
  const type = isHull ? 'convex' : 'trimesh';
  const collider = dialect.refersToMesh ? { geometry: { mesh, convexHull: isHull } } : geometryOf({ type, [type]: { mesh } });
  return { name, translation, ...(use === 'rendered collider' && { mesh }), ...collide(collider) };
}

function physicsOf(physics: ColliderPhysics | null, { materials, filters }: Physics): object {
  const material = physics?.material ?? null;
  const filter = physics?.filter ?? null;
  return {
    ...(material !== null && { physicsMaterial: indexIn(materials, material) }),
    ...(filter !== null && {
      collisionFilter: indexIn(filters, {
        collisionSystems: filter.systems,
        ...(filter.collideWith.length > 0 && { collideWithSystems: filter.collideWith }),
        // A filter has one of the two lists; the first one decides alone.
        ...(filter.collideWith.length === 0 && filter.notCollideWith.length > 0 && { notCollideWithSystems: filter.notCollideWith }),
      }),
    }),
  };
}

/** Returns the number of an equal entry of a list, added if there is none. */
function indexIn(list: Map<string, number>, entry: object): number {
  const text = JSON.stringify(entry);
  const known = list.get(text);
  if (known !== undefined) return known;
  list.set(text, list.size);
  return list.size - 1;
}
