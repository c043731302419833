import { InspectorError } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { PhysicsShape, WrittenShapes } from '../bodies/physics-shape.ts';
import { quaternionOf } from '../bodies/pose.ts';
import { ByteWriter } from '../byte-writer.ts';
import { storedJoltShapes } from '../jolt-shapes/stored-jolt-shapes.ts';
import { joltStamp, nodeWords } from '../jolt/layout.ts';
import { type ChildBox, compoundNodes } from './compound-nodes.ts';
import { joltTypes, missing, stateShapeBytes } from './layout.ts';
import { isIdentity, rotatedPoint, stateRecord, type StateRecord } from './state-records.ts';

const { fround } = Math;

/** The shapes of a file, and the shapes as a reader gets them. */
interface StoredState {
  readonly records: readonly StateRecord[];
  /** Centre of mass of all, and of each shape relative to it. */
  readonly centre: Vec3;
  readonly places: readonly Vec3[];
  readonly shapes: readonly PhysicsShape[];
  readonly notes: Baked['notes'];
}

/**
 * Writes the shapes of a mesh for `Shape::sRestoreWithChildren` of Jolt 5.5, in binary form. Each part that collides is a child of one static
 * compound: a primitive, a convex hull, or a triangle mesh with its tree. Its number is the user data of the child. A single part is written without a compound.
 * @throws InspectorError as `storedJoltShapes` and `writeJolt`; whatever `progress` throws.
 */
export function writeJoltState({ mesh, space }: BakeInput, progress: Progress): Baked {
  const stored = storedState(mesh, space, progress);
  const { records, places, notes } = stored;
  const [only] = records;
  const isAlone = records.length === 1;
  const root = !isAlone ? compoundBytes(stored) : isIdentity(only!.pose) ? null : placedBytes(stored);
  const children = records.map(({ bytes, materials }) => ({ bytes, materials }));
  const size = records.reduce((sum, { bytes }) => sum + bytes.length + 16, (root?.length ?? 0) + 16);
  const out = new ByteWriter(size);
  const shape = (number: number, bytes: Uint8Array, materials: number, inner: readonly (typeof children)[number][]): void => {
    out.u32(number).array(bytes).u32(inner.length);
    inner.forEach((child, i) => shape(number + 1 + i, child.bytes, child.materials, []));
    out.u32(materials, ...Array.from({ length: materials }, () => missing));
  };
  if (root === null) shape(0, children[0]!.bytes, children[0]!.materials, []);
  else shape(0, root, 0, children);
  if (places.length !== records.length) throw new Error('each shape has a place');
  return { bytes: out.bytes.slice(0, out.at), notes };
}

/** Returns the shapes of a mesh as Jolt has them, in its own unit and axes. @throws InspectorError as `writeJoltState`. */
export function joltStateShapes(mesh: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { shapes, notes } = storedState(mesh, space, progress);
  return { shapes, notes };
}

function storedState(mesh: TriangleMesh, space: SourceSpace, progress: Progress): StoredState {
  const { shapes: stored, notes } = storedJoltShapes(mesh, space, (fraction) => progress(fraction / 4));
  const records = stored.map((single, i) =>
    stateRecord(single, space, (fraction) => progress(0.25 + (0.75 * (i + fraction)) / stored.length)),
  );
  checkIdBits(records);
  const centres = records.map(({ pose, centre }): Vec3 => {
    const [x, y, z] = rotatedPoint(pose, centre);
    return [pose.position[0] + x, pose.position[1] + y, pose.position[2] + z];
  });
  const isAlone = records.length === 1;
  const mass = records.reduce((sum, record) => sum + record.mass, 0);
  const centre = (isAlone
    ? centres[0]!
    : [0, 1, 2].map((k) => records.reduce((sum, record, i) => sum + record.mass * centres[i]![k]!, 0) / (mass || 1))
  ).map((value) => fround(value) + 0) as unknown as Vec3;
  const places = centres.map(
    (own): Vec3 => (isAlone ? [0, 0, 0] : ([0, 1, 2].map((k) => fround(own[k]! - centre[k]!) + 0) as unknown as Vec3)),
  );
  const shapes = stored.map(({ shape }, i): PhysicsShape => {
    const [{ form }, { vertices, pose }, place] = [shape, records[i]!, places[i]!];
    const at = [0, 1, 2].map((k) => centre[k]! + place[k]!) as unknown as Vec3;
    if (form.kind === 'exact') return { ...shape, form: { ...form, pose: { ...pose, position: at } } };
    const positions = Float64Array.from(vertices!, (value, j) => value + at[j % 3]!);
    return { ...shape, form: { ...form, surface: { ...form.surface, positions } } };
  });
  return { records, centre, places, shapes, notes };
}

/** `SubShapeID::MaxBits` */
const maxIdBits = 32;

/** Jolt names a triangle by the number of its part and of its leaf, in one number. @throws InspectorError `too-large` where it has too many bits. */
function checkIdBits(records: readonly StateRecord[]): void {
  // `CompoundShape::GetSubShapeIDBits`
  const own = records.length === 1 ? 0 : 32 - Math.clz32(records.length - 1);
  const inner = records.reduce((most, { idBits }) => Math.max(most, idBits), 0);
  if (own + inner <= maxIdBits) return;
  throw new InspectorError({
    code: 'too-large',
    message: `The number of a triangle takes ${own + inner} bits, ${own} for ${records.length} parts and ${inner} in the largest mesh, and Jolt has ${maxIdBits}`,
    fix: 'Bake fewer parts into a file, or divide the largest mesh',
    location: {},
  });
}

/** A shape of one child that has another pose. */
function placedBytes({ records: [only], centre }: StoredState): Uint8Array {
  const out = new ByteWriter(stateShapeBytes + 28).u8(joltTypes.rotatedTranslated, ...joltStamp).f32(...centre);
  return out.f32(...quaternionOf(only!.pose)).bytes;
}

function compoundBytes({ records, centre, places }: StoredState): Uint8Array {
  const boxes = records.map((record, i) => boxIn(record, places[i]!));
  const nodes = compoundNodes(boxes);
  const out = new ByteWriter(stateShapeBytes + 40 + 4 + 28 * records.length + 4 + nodes.byteLength).u8(
    joltTypes.staticCompound,
    ...joltStamp,
  );
  const side = (k: number, choose: (a: number, b: number) => number): number => boxes.map((box) => box[k]!).reduce((a, b) => choose(a, b));
  out.f32(...centre, ...[0, 1, 2].map((k) => side(k, Math.min)), ...[3, 4, 5].map((k) => side(k, Math.max)));
  out.f32(records.reduce((least, { innerRadius }) => Math.min(least, innerRadius), Infinity)).u32(records.length);
  records.forEach(({ pose }, i) => out.u32(i).f32(...places[i]!, ...quaternionOf(pose).slice(0, 3)));
  return out.u32(nodes.byteLength / (4 * nodeWords)).array(nodes).bytes;
}

/** By this part boxes are larger than in exact arithmetic, so that the rounding of f32 moves nothing out of them. */
const padding = 2 ** -21;

/** Returns the box around a shape in the space of its compound. */
function boxIn({ pose, min, max }: StateRecord, place: Vec3): ChildBox {
  const middle = rotatedPoint(pose, [0, 1, 2].map((k) => (min[k]! + max[k]!) / 2) as unknown as Vec3);
  const half = [0, 1, 2].map((k) => (max[k]! - min[k]!) / 2);
  const sides = [0, 1, 2].map((k) => {
    const reach = pose.axes.reduce((sum, axis, i) => sum + Math.abs(axis[k]!) * half[i]!, 0);
    const at = place[k]! + middle[k]!;
    return { at, reach: reach + padding * (Math.abs(at) + reach) };
  });
  return [...sides.map(({ at, reach }) => at - reach), ...sides.map(({ at, reach }) => at + reach)];
}
