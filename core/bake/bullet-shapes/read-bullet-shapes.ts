import { convexHull } from '../../convex/hull/convex-hull.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import { InspectorError } from '../../error.ts';
import { cleanName, maxNameLength } from '../../import/text/clean-name.ts';
import { cross, dot, type Vec3 } from '../../math/vec3.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import { roleInFile, type ShapeInFile } from '../bodies/mesh-of-read-shapes.ts';
import { poseWithin, quaternionOf, type ShapePose } from '../bodies/pose.ts';
import {
  type BulletChunk,
  type BulletFile,
  byteOf,
  floatsOf,
  intOf,
  itemAt,
  type Item,
  partOf,
  pointedTo,
  readBulletFile,
} from '../bullet/bullet-file.ts';
import { damagedBullet } from '../bullet/layout.ts';
import { readMeshShape } from '../bullet/read-bullet.ts';
import { bulletShapeTypes, maxBulletNesting, maxBulletShapes } from './layout.ts';

/**
 * Reads the boxes, spheres, capsules, cylinders, hulls, triangle meshes and compounds of a file, and checks what Bullet does not: pointers, sizes,
 * rotations, and the trees of meshes. Other shapes and bodies are passed over. A shape that a compound names is read as its child only.
 * @throws InspectorError `invalid-bytes`, `truncated`, `unsupported-dialect`, `too-large` or `no-triangles` at its byte.
 */
export function readBulletShapes(bytes: Uint8Array): readonly ShapeInFile[] {
  const file = readBulletFile(bytes);
  const tops = file.chunks.filter(({ code, count }) => code === 'SHAP' && count > 0);
  const children = new Set<BulletChunk>();
  let named = 0;
  for (const chunk of tops) {
    const own = childrenOf(file, itemAt(chunk, 0), named);
    named += own.length;
    for (const { child } of own) children.add(child.chunk);
  }
  const found: ShapeInFile[] = [];
  const reading: Reading = { file, found, visited: { shapes: 0 }, forms: new Map(), built: { items: 0 }, bytes: bytes.length };
  for (const chunk of tops) if (!children.has(chunk)) addShape(reading, itemAt(chunk, 0), []);
  if (found.length > 0) return found;
  throw new InspectorError({
    code: 'no-triangles',
    message: `This .bullet file has no shape that is read; shapes of other kinds: ${tops.length}`,
    fix: 'Save a box, sphere, capsule, cylinder, hull, triangle mesh or a compound of them',
    location: { byte: 0 },
  });
}

/** Whether a file has shapes that are no triangle meshes. False for a file that cannot be read. */
export function hasBulletShapes(bytes: Uint8Array): boolean {
  try {
    return readBulletFile(bytes).chunks.some(({ code, struct }) => code === 'SHAP' && struct.name !== 'btTriangleMeshShapeData');
  } catch (error) {
    if (error instanceof InspectorError) return false;
    throw error;
  }
}

/** The struct with the type and name of a shape: the first of each struct of a shape. */
function headOf(file: BulletFile, shape: Item): Item {
  let item = shape;
  while (item.struct.name !== 'btCollisionShapeData') {
    const name = ['m_collisionShapeData', 'm_convexInternalShapeData', 'm_trimeshShapeData'].find((field) => item.struct.fields.has(field));
    if (name === undefined) throw damagedBullet(`a shape is of the struct ${shape.struct.name}`, shape.chunk.at);
    item = partOf(file, item, name);
  }
  return item;
}

interface Child {
  readonly child: Item;
  readonly pose: ShapePose;
}

/** Returns the children of a compound; none of another shape. @throws InspectorError `too-large` beyond the limit with those before. */
function childrenOf(file: BulletFile, shape: Item, before: number): readonly Child[] {
  if (shape.struct.name !== 'btCompoundShapeData') return [];
  const count = intOf(shape, 'm_numChildShapes');
  if (count > maxBulletShapes - before) throw tooManyShapes(shape);
  const list = pointedTo(file, shape, 'm_childShapePtr', count);
  return Array.from({ length: list === null ? 0 : count }, (_, i) => {
    const entry = itemAt(list!, i);
    const child = pointedTo(file, entry, 'm_childShape', 1);
    if (child === null) throw damagedBullet(`child ${i} of a compound is missing`, list!.at + entry.offset);
    return { child: itemAt(child, 0), pose: poseOf(file, partOf(file, entry, 'm_transform')) };
  });
}

function tooManyShapes({ chunk }: Item): InspectorError {
  return damagedBullet(`it has more than ${maxBulletShapes} shapes`, chunk.at, 'too-large');
}

/** Axes are square and of unit length up to this. */
const rotationTolerance = 1e-4;

function poseOf(file: BulletFile, transform: Item): ShapePose {
  const rows = floatsOf(partOf(file, transform, 'm_basis'), 'm_el', 12);
  const position = floatsOf(transform, 'm_origin', 3) as unknown as Vec3;
  const axes = [0, 1, 2].map((k): Vec3 => [rows[k]!, rows[4 + k]!, rows[8 + k]!]) as unknown as readonly [Vec3, Vec3, Vec3];
  const [x, y, z] = axes;
  const off = [dot(x, y), dot(y, z), dot(z, x), dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1, dot(cross(x, y), z) - 1];
  if (!position.every(Number.isFinite) || !off.every((value) => Math.abs(value) <= rotationTolerance))
    throw damagedBullet('the transform of a child is not a rotation and translation', transform.chunk.at + transform.offset);
  return { position, axes };
}

interface Reading {
  readonly file: BulletFile;
  readonly found: ShapeInFile[];
  /** Compounds and others, each time that one is named. */
  readonly visited: { shapes: number };
  /** Each shape is built once, however often it is named. */
  readonly forms: Map<BulletChunk, ReadForm | null>;
  /** Points of hulls, and vertices and triangles of meshes. */
  readonly built: { items: number };
  readonly bytes: number;
}

/** Adds a shape, or those of a compound, in the transforms of the compounds around it. */
function addShape(reading: Reading, shape: Item, around: readonly ShapePose[]): void {
  const { file, found, visited } = reading;
  if (around.length > maxBulletNesting)
    throw damagedBullet(`compounds are nested deeper than ${maxBulletNesting}`, shape.chunk.at, 'too-large');
  if (++visited.shapes > maxBulletShapes) throw tooManyShapes(shape);
  for (const { child, pose } of childrenOf(file, shape, visited.shapes)) addShape(reading, child, [...around, pose]);
  const head = headOf(file, shape);
  const form = formOnce(reading, shape, intOf(head, 'm_shapeType'));
  if (form === null) return;
  const pose = [...around, form.turn].reduce((outer, inner) => poseWithin(outer, inner));
  const { role, surface } = form;
  const name = nameOf(file, head) ?? `${role.shape} ${found.length + 1}`;
  found.push({ name, role, translation: pose.position, rotation: quaternionOf(pose), surface });
}

/** A letter of UTF-8 has at most 4 bytes. */
const maxNameBytes = 4 * maxNameLength;

function nameOf(file: BulletFile, head: Item): string | null {
  const chunk = file.chunkOf.get(head.chunk.view.getBigUint64(byteOf(head, 'm_name', 8), true));
  if (chunk === undefined) return null;
  const { buffer, byteOffset, byteLength } = chunk.view;
  const letters = new Uint8Array(buffer, byteOffset, Math.min(byteLength, maxNameBytes));
  const end = letters.indexOf(0);
  const name = cleanName(new TextDecoder().decode(end < 0 ? letters : letters.subarray(0, end)));
  return name === '' ? null : name;
}

interface ReadForm extends Pick<ShapeInFile, 'surface'> {
  readonly role: NonNullable<ShapeInFile['role']>;
  /** Turns the axis Y of round shapes to theirs. */
  readonly turn: ShapePose;
}

/** Axes of a round shape along X, Y or Z, of which the second is its own. */
const turns: readonly ShapePose['axes'][] = [
  [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
];

/** Returns the form of a shape, which is always the first of its chunk. */
function formOnce(reading: Reading, shape: Item, type: number): ReadForm | null {
  const { file, forms } = reading;
  const known = forms.get(shape.chunk);
  if (known !== undefined) return known;
  if (type === bulletShapeTypes.hull) countItems(reading, intOf(shape, 'm_numUnscaledPoints'), shape);
  const form = formOf(file, shape, type);
  if (type === bulletShapeTypes.triangles)
    countItems(reading, (form!.surface!.positions.length + form!.surface!.triangles.length) / 3, shape);
  forms.set(shape.chunk, form);
  return form;
}

/** Each point, vertex and triangle takes bytes of its own, unless shapes share them. */
function countItems({ built, bytes }: Reading, items: number, shape: Item): void {
  built.items += Math.max(0, items);
  if (built.items > bytes) throw damagedBullet('its shapes repeat more points or triangles than it has bytes', shape.chunk.at, 'too-large');
}

function formOf(file: BulletFile, shape: Item, type: number): ReadForm | null {
  const turn = (axis: number): ShapePose => ({ position: [0, 0, 0], axes: turns[axis]! });
  const primitive = (exact: ExactShape, upAxis = 1): ReadForm => ({
    role: roleInFile(exact.kind, exact),
    surface: null,
    turn: turn(upAxis),
  });
  switch (type) {
    case bulletShapeTypes.box: {
      const half = halfSizes(file, shape, true);
      return primitive({ kind: 'box', size: [2 * half[0], 2 * half[1], 2 * half[2]] });
    }
    case bulletShapeTypes.sphere:
      return primitive({
        kind: 'sphere',
        radius: halfSizes(file, shape, false)[0] * floatsOf(convexOf(file, shape), 'm_localScaling', 1)[0]!,
      });
    case bulletShapeTypes.capsule:
    case bulletShapeTypes.cylinder: {
      const isCapsule = type === bulletShapeTypes.capsule;
      const upAxis = intOf(shape, 'm_upAxis');
      if (upAxis < 0 || upAxis > 2)
        throw damagedBullet(`a round shape has the axis ${upAxis}, and the axes are 0 to 2`, shape.chunk.at + shape.offset);
      const half = halfSizes(file, shape, !isCapsule);
      const radius = half[upAxis === 0 ? 1 : 0]!;
      const round = { height: 2 * half[upAxis]!, radiusTop: radius, radiusBottom: radius };
      return primitive({ kind: isCapsule ? 'capsule' : 'cylinder', ...round }, upAxis);
    }
    case bulletShapeTypes.hull:
      return { role: roleInFile('hull', null), surface: hullSurface(file, shape), turn: turn(1) };
    case bulletShapeTypes.triangles: {
      if (shape.struct.name !== 'btTriangleMeshShapeData') throw damagedBullet('a mesh is of another struct', shape.chunk.at);
      const { positions, index } = readMeshShape(file, shape);
      return { role: roleInFile('triangles', null), surface: { positions, triangles: index }, turn: turn(1) };
    }
    default:
      return null;
  }
}

/** The struct that convex shapes have in common. */
function convexOf(file: BulletFile, shape: Item): Item {
  if (shape.struct.name === 'btConvexInternalShapeData') return shape;
  if (!shape.struct.fields.has('m_convexInternalShapeData')) throw damagedBullet('a convex shape is of another struct', shape.chunk.at);
  return partOf(file, shape, 'm_convexInternalShapeData');
}

function halfSizes(file: BulletFile, shape: Item, isMarginInside: boolean): readonly [number, number, number] {
  const convex = convexOf(file, shape);
  const margin = isMarginInside ? floatsOf(convex, 'm_collisionMargin', 1)[0]! : 0;
  const half = floatsOf(convex, 'm_implicitShapeDimensions', 3).map((value) => value + margin);
  if (!half.every((value) => value >= 0 && value < Infinity))
    throw damagedBullet('the sizes of a shape are not numbers of 0 or more', shape.chunk.at + shape.offset);
  return half as unknown as readonly [number, number, number];
}

function hullSurface(file: BulletFile, shape: Item): NonNullable<ShapeInFile['surface']> {
  const count = intOf(shape, 'm_numUnscaledPoints');
  const chunk = pointedTo(file, shape, 'm_unscaledPointsFloatPtr', count);
  if (chunk === null || count < 1 || chunk.struct.name !== 'btVector3FloatData')
    throw damagedBullet('a hull has no points in 32-bit floats', shape.chunk.at + shape.offset, 'unsupported-dialect');
  const scaling = floatsOf(convexOf(file, shape), 'm_localScaling', 3);
  const points = new Float64Array(3 * count);
  for (let i = 0; i < points.length; i++) {
    const at = Math.floor(i / 3) * chunk.struct.bytes + 4 * (i % 3);
    points[i] = Math.fround(chunk.view.getFloat32(at, true) * scaling[i % 3]!);
    if (!Number.isFinite(points[i])) throw damagedBullet(`point ${Math.floor(i / 3)} of a hull is not finite`, chunk.at + at);
  }
  const hull = convexHull(points);
  if (hull.dimension < 3) throw damagedBullet('a hull is flat', chunk.at);
  return { positions: hull.positions, triangles: hullTriangles(hull) };
}
