import { convexHull } from '../../convex/hull/convex-hull.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import { InspectorError } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import { roleInFile, type ShapeInFile } from '../bodies/mesh-of-read-shapes.ts';
import { identityPose, poseWithin, poseOfRotation, quaternionOf, type ShapePose } from '../bodies/pose.ts';
import { damagedStream, isJoltSettings } from '../jolt-settings/layout.ts';
import {
  checkStreamHead,
  fieldsOfClass,
  type JoltSettingsMesh,
  readMeshSettings,
  readStreamClass,
  skipField,
  type StreamClasses,
  type StreamField,
  StreamWords,
} from '../jolt-settings/read-jolt-settings.ts';
import { joltSubShape, maxJoltHullPoints, maxJoltNesting, maxJoltShapes } from './layout.ts';

/** An object of a stream. */
interface StreamObject {
  readonly className: string;
  /** Numbers of fields that are numbers, and of arrays of them, one after another. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
  /** Objects by the name of a field that points to one. */
  readonly pointers: ReadonlyMap<string, string>;
  readonly children: readonly StreamObject[];
  readonly mesh: JoltSettingsMesh | null;
  /** A byte of the file for messages. */
  readonly at: number;
}

type StreamObjects = ReadonlyMap<string, StreamObject>;

/** Classes whose fields are read; others are passed over. */
const shapeClasses: readonly string[] = [
  'StaticCompoundShapeSettings',
  'MutableCompoundShapeSettings',
  'RotatedTranslatedShapeSettings',
  'BoxShapeSettings',
  'SphereShapeSettings',
  'CapsuleShapeSettings',
  'CylinderShapeSettings',
  'ConvexHullShapeSettings',
  'MeshShapeSettings',
];

/**
 * Reads the compounds, primitives, hulls and meshes of an object stream in text, from its first object of such a class. Checks sizes, rotations and
 * numbers of objects; other shapes are passed over.
 * @throws InspectorError `invalid-bytes`, `truncated`, `unsupported-dialect`, `too-large` or `no-triangles` at its byte.
 */
export function readJoltShapes(bytes: Uint8Array): readonly ShapeInFile[] {
  const { root, objects } = readObjects(bytes);
  const found: ShapeInFile[] = [];
  addObject({ objects, found, visited: { shapes: 0 }, forms: new Map() }, root, identityPose, 0);
  if (found.length > 0) return found;
  throw new InspectorError({
    code: 'no-triangles',
    message: 'This object stream of Jolt has no box, sphere, capsule, cylinder, hull or mesh',
    fix: 'Save a compound of such shapes',
    location: { byte: root.at },
  });
}

/** Whether the first shape of a stream is another one than a mesh. False for bytes that are no stream. */
export function hasJoltShapes(bytes: Uint8Array): boolean {
  if (!isJoltSettings(bytes)) return false;
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 1 << 16));
  const first = [...text.matchAll(/(?:^|\s)object\s+(\S+)/g)].map(([, name]) => name!).find((name) => shapeClasses.includes(name));
  return first !== undefined && first !== 'MeshShapeSettings';
}

function readObjects(bytes: Uint8Array): { readonly root: StreamObject; readonly objects: StreamObjects } {
  checkStreamHead(bytes);
  const words = new StreamWords(bytes);
  words.next('its head');
  words.next('its version');
  const classes = new Map<string, readonly StreamField[]>();
  const objects = new Map<string, StreamObject>();
  let root: StreamObject | null = null;
  for (let word = words.nextOrNull(); word !== null; word = words.nextOrNull()) {
    if (word === 'declare') {
      readStreamClass(words, classes);
      continue;
    }
    if (word !== 'object') throw words.fault(`${JSON.stringify(word.slice(0, 20))} is neither a class nor an object`);
    const name = words.next('the class of an object');
    const id = words.next('the number of an object');
    if (objects.has(id)) throw words.fault(`two objects have the number ${id.slice(0, 20)}`);
    const read = readObject(words, classes, name, 0);
    objects.set(id, read);
    if (root === null && shapeClasses.includes(name)) root = read;
  }
  if (root === null) throw damagedStream('it has no shape', bytes.length);
  return { root, objects };
}

function readObject(words: StreamWords, classes: StreamClasses, className: string, nesting: number): StreamObject {
  const numbers = new Map<string, readonly number[]>();
  const pointers = new Map<string, string>();
  const children: StreamObject[] = [];
  const { at } = words;
  if (nesting > maxJoltNesting) throw words.fault(`instances are nested deeper than ${maxJoltNesting}`);
  if (className === 'MeshShapeSettings') return { className, numbers, pointers, children, mesh: readMeshSettings(words, classes), at };
  const isRead = shapeClasses.includes(className) || className === joltSubShape;
  for (const field of fieldsOfClass(words, classes, className)) {
    if (isRead && field.depth === 0 && field.type === 'pointer') pointers.set(field.name, words.next(field.name));
    else if (isRead && field.depth === 1 && field.type === 'instance' && field.className === joltSubShape) {
      const count = words.count(field.name);
      if (count > maxJoltShapes - children.length) throw damagedStream(`it has more than ${maxJoltShapes} shapes`, words.at, 'too-large');
      // Objects of a class without fields have no words, so that any number of them could follow.
      if (count > 0 && fieldsOfClass(words, classes, joltSubShape).length === 0)
        throw words.fault(`the class ${joltSubShape} has no fields`);
      for (let i = 0; i < count; i++) children.push(readObject(words, classes, joltSubShape, nesting + 1));
    } else if (isRead && field.depth <= 1 && widths.has(field.type)) {
      const count = field.depth === 0 ? 1 : words.count(field.name);
      numbers.set(
        field.name,
        Array.from({ length: count * widths.get(field.type)! }, () => Math.fround(words.number(field.name))),
      );
    } else skipField(words, classes, field, field.depth, nesting);
  }
  return { className, numbers, pointers, children, mesh: null, at };
}

/** Numbers of a value. */
const widths: ReadonlyMap<string, number> = new Map([
  ['float', 1],
  ['vec3', 3],
  ['float3', 3],
  ['quat', 4],
]);

interface Reading {
  readonly objects: StreamObjects;
  readonly found: ShapeInFile[];
  /** Each time that one is named. */
  readonly visited: { shapes: number };
  /** Each object is built once, however often it is named. */
  readonly forms: Map<StreamObject, ReadForm | null>;
}

interface ReadForm {
  readonly role: NonNullable<ShapeInFile['role']>;
  readonly surface: ShapeInFile['surface'];
}

function addObject(reading: Reading, object: StreamObject, pose: ShapePose, nesting: number): void {
  if (nesting > maxJoltNesting) throw damagedStream(`compounds are nested deeper than ${maxJoltNesting}`, object.at, 'too-large');
  if (++reading.visited.shapes > maxJoltShapes) throw damagedStream(`it has more than ${maxJoltShapes} shapes`, object.at, 'too-large');
  for (const child of object.children)
    addObject(reading, pointedObject(reading, child, 'mShape'), poseWithin(pose, poseOf(child)), nesting + 1);
  if (object.className === 'RotatedTranslatedShapeSettings')
    addObject(reading, pointedObject(reading, object, 'mInnerShape'), poseWithin(pose, poseOf(object)), nesting + 1);
  const form = formOnce(reading, object);
  if (form === null) return;
  const name = `${form.role.shape} ${reading.found.length + 1}`;
  reading.found.push({ name, ...form, translation: pose.position, rotation: quaternionOf(pose) });
}

function pointedObject({ objects }: Reading, { pointers, at }: StreamObject, field: string): StreamObject {
  const id = pointers.get(field);
  const found = id === undefined ? undefined : objects.get(id);
  if (found === undefined) throw damagedStream(`its field ${field} leads to no object`, at);
  return found;
}

/** Quaternions are of unit length up to this. */
const unitTolerance = 1e-4;

function poseOf(object: StreamObject): ShapePose {
  const position = numbersOf(object, 'mPosition', 3) as unknown as Vec3;
  const [x = 0, y = 0, z = 0, w = 0] = numbersOf(object, 'mRotation', 4);
  const length = Math.hypot(x, y, z, w);
  if (!(Math.abs(length - 1) <= unitTolerance)) throw damagedStream('the rotation of a shape is no unit quaternion', object.at);
  return poseOfRotation(position, [x / length, y / length, z / length, w / length]);
}

function numbersOf({ numbers, className, at }: StreamObject, field: string, count: number): readonly number[] {
  const found = numbers.get(field);
  if (found?.length !== count || !found.every(Number.isFinite)) throw damagedStream(`its ${className} has no ${field}`, at);
  return found;
}

function size(object: StreamObject, field: string): number {
  const [value = -1] = numbersOf(object, field, 1);
  if (value < 0) throw damagedStream(`the ${field} of its ${object.className} is ${value}`, object.at);
  return value;
}

function formOnce({ forms }: Reading, object: StreamObject): ReadForm | null {
  const known = forms.get(object);
  if (known !== undefined) return known;
  const form = formOf(object);
  forms.set(object, form);
  return form;
}

function formOf(object: StreamObject): ReadForm | null {
  const primitive = (exact: ExactShape): ReadForm => ({ role: roleInFile(exact.kind, exact), surface: null });
  switch (object.className) {
    case 'BoxShapeSettings': {
      const [x = 0, y = 0, z = 0] = numbersOf(object, 'mHalfExtent', 3);
      if (!(Math.min(x, y, z) >= 0)) throw damagedStream('a box has a half size below 0', object.at);
      return primitive({ kind: 'box', size: [2 * x, 2 * y, 2 * z] });
    }
    case 'SphereShapeSettings':
      return primitive({ kind: 'sphere', radius: size(object, 'mRadius') });
    case 'CapsuleShapeSettings':
      return primitive(round('capsule', size(object, 'mRadius'), size(object, 'mHalfHeightOfCylinder')));
    case 'CylinderShapeSettings':
      return primitive(round('cylinder', size(object, 'mRadius'), size(object, 'mHalfHeight')));
    case 'ConvexHullShapeSettings':
      return { role: roleInFile('hull', null), surface: hullSurface(object) };
    case 'MeshShapeSettings': {
      const { positions, index } = object.mesh!;
      return { role: roleInFile('triangles', null), surface: { positions, triangles: index } };
    }
    default:
      return null;
  }
}

function round(kind: 'capsule' | 'cylinder', radius: number, halfHeight: number): ExactShape {
  return { kind, height: 2 * halfHeight, radiusTop: radius, radiusBottom: radius };
}

function hullSurface(object: StreamObject): NonNullable<ShapeInFile['surface']> {
  const points = object.numbers.get('mPoints') ?? [];
  if (points.length === 0 || points.length % 3 !== 0 || !points.every(Number.isFinite))
    throw damagedStream('a hull has no points', object.at);
  const hull = convexHull(Float64Array.from(points));
  if (hull.dimension < 3) throw damagedStream('a hull is flat', object.at);
  if (hull.positions.length / 3 > maxJoltHullPoints)
    throw damagedStream(`a hull has ${hull.positions.length / 3} vertices, and Jolt holds ${maxJoltHullPoints}`, object.at);
  return { positions: hull.positions, triangles: hullTriangles(hull) };
}
