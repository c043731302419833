import { multiply } from '../../math/matrix.ts';
import type { Matrix } from '../../math/transform.ts';
import { matrixOfTrs } from '../../math/trs.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import { InspectorError } from '../../error.ts';
import { inSourceOrder, sourceRanks } from '../source-order.ts';
import { checkRepeated, roleInFile, type ShapeByMatrix } from '../bodies/mesh-of-read-shapes.ts';
import { ByteReader } from '../byte-reader.ts';
import { joltVertexBytes, nodeBytes } from '../jolt/layout.ts';
import { readJolt } from '../jolt/read-jolt.ts';
import { maxJoltNesting, maxJoltShapes } from '../jolt-shapes/layout.ts';
import { type BoxInFile, checkCompoundBoxes } from './check-compound-boxes.ts';
import { checkCompoundNodes } from './check-compound-nodes.ts';
import { readHullState } from './read-hull-state.ts';
import { damagedState, joltTypes, missing, mutableBoundsBytes } from './layout.ts';

/** A shape that was read. Matrices place its children in the space about its centre of mass. */
interface ReadShape {
  readonly at: number;
  readonly own: Pick<ShapeByMatrix, 'role' | 'surface'> | null;
  /** Centre of mass in its own space, from that of its first child. */
  readonly centre: (child: Vec3 | null) => Vec3;
  readonly places: readonly Matrix[];
  children: readonly (ReadShape | null)[];
  /** The boxes around each child of a compound. */
  readonly boxes: ((child: number) => readonly BoxInFile[]) | null;
  /** Whether its children are read. */
  isRead: boolean;
}

interface Reading {
  readonly reader: ByteReader;
  readonly bytes: Uint8Array;
  /** By their numbers. */
  readonly shapes: ReadShape[];
}

/**
 * Reads shapes of Jolt with their children, and checks numbers, sizes, rotations, trees and hulls. Shapes that are neither primitives, hulls nor
 * meshes, and materials, cannot be passed over: their sizes are not in the file.
 * @throws InspectorError `invalid-bytes`, `truncated`, `unsupported-dialect`, `too-large` or `no-triangles` at its byte.
 */
export function readJoltState(bytes: Uint8Array): readonly ShapeByMatrix[] {
  const reader = new ByteReader(bytes, damagedState);
  const reading: Reading = { reader, bytes, shapes: [] };
  const root = readShape(reading, 0);
  if (!reader.isAtEnd) throw damagedState('there are bytes after its end', reader.at);
  const found: ShapeByMatrix[] = [];
  const visited = { shapes: 0, vertices: 0 };
  if (root !== null) addShape({ found, visited }, root, matrixOfTrs(centreOfMass(root), [0, 0, 0, 1], [1, 1, 1]), 0);
  checkRepeated(found);
  // A file without copies stays below this.
  if (visited.vertices > maxChecked + (maxJoltNesting / joltVertexBytes) * bytes.length)
    throw damagedState(`its copies in compounds have ${visited.vertices} vertices to check in their boxes`, 0, 'too-large');
  for (const shape of reading.shapes) if (shape.boxes !== null) checkCompoundBoxes(shape, shape.boxes);
  if (found.length > 0) return found;
  throw new InspectorError({
    code: 'no-triangles',
    message: 'These shapes of Jolt have no box, sphere, capsule, cylinder, hull or mesh',
    fix: 'Save a compound of such shapes',
    location: { byte: 0 },
  });
}

function readShape(reading: Reading, nesting: number): ReadShape | null {
  const { reader, shapes } = reading;
  const { at } = reader;
  if (nesting > maxJoltNesting) throw damagedState(`shapes are nested deeper than ${maxJoltNesting}`, at, 'too-large');
  const number = reader.u32('the number of a shape');
  if (number === missing) return null;
  const known = shapes[number];
  if (known !== undefined) {
    if (!known.isRead) throw damagedState(`shape ${number} is a child of itself`, at);
    return known;
  }
  if (number !== shapes.length) throw damagedState(`it has shape ${number} after ${shapes.length} shapes`, at);
  if (number >= maxJoltShapes) throw damagedState(`it has more than ${maxJoltShapes} shapes`, at, 'too-large');
  const shape = readBody(reading);
  shapes.push(shape);
  const children = reader.u32('the number of its children');
  if (children !== shape.places.length)
    throw damagedState(`a shape has ${children} children, and places for ${shape.places.length}`, reader.at - 4);
  shape.children = Array.from({ length: children }, () => readShape(reading, nesting + 1));
  skipMaterials(reader);
  shape.isRead = true;
  return shape;
}

/** Materials are objects of the application, but for those that are missing. */
function skipMaterials(reader: ByteReader): void {
  const materials = reader.u32('the number of its materials');
  for (const number of reader.u32s(materials, 'its materials')) {
    if (number === missing) continue;
    throw new InspectorError({
      code: 'unsupported-dialect',
      message: 'These shapes of Jolt have materials, whose size is not in the file',
      fix: 'Save the shapes without materials',
      location: { byte: reader.at - 4 * materials },
    });
  }
}

function readBody({ reader, bytes }: Reading): ReadShape {
  const { at } = reader;
  const [type = 0] = reader.bytes(1, 'the type of a shape');
  const leaf = (role: ShapeByMatrix['role'], surface: ShapeByMatrix['surface'] = null, centre: Vec3 = [0, 0, 0]): ReadShape => ({
    at,
    own: { role, surface },
    centre: () => centre,
    places: [],
    children: [],
    boxes: null,
    isRead: false,
  });
  /** A shape that places another one. */
  const placing = (centre: ReadShape['centre'], place: Matrix): ReadShape => ({ ...leaf(null), own: null, centre, places: [place] });
  const primitive = (exact: ExactShape): ReadShape => leaf(roleInFile(exact.kind, exact));
  const round = (kind: 'capsule' | 'cylinder', radius: number, half: number): ReadShape =>
    primitive({ kind, height: 2 * half, radiusTop: radius, radiusBottom: radius });
  if (type === joltTypes.mesh) {
    const { positions, triangles, end } = readMesh(bytes, at);
    reader.bytes(end - at - 1, 'a mesh');
    return leaf(roleInFile('triangles', null), { positions, triangles });
  }
  reader.bytes(8, 'the user data of a shape');
  const size = (name: string): number => positive(reader, name);
  const margin = (name: string): number => notNegative(reader, name);
  if (type <= joltTypes.hull) notNegative(reader, 'density');
  switch (type) {
    case joltTypes.sphere:
      return primitive({ kind: 'sphere', radius: size('radius') });
    case joltTypes.box: {
      const half: Vec3 = [size('half size'), size('half size'), size('half size')];
      margin('convex radius');
      return primitive({ kind: 'box', size: [2 * half[0], 2 * half[1], 2 * half[2]] });
    }
    case joltTypes.capsule: {
      const radius = size('radius');
      return round('capsule', radius, size('half height'));
    }
    case joltTypes.cylinder: {
      const half = size('half height');
      const radius = size('radius');
      margin('convex radius');
      return round('cylinder', radius, half);
    }
    case joltTypes.hull: {
      const { centre, surface } = readHullState(reader);
      return leaf(roleInFile('hull', null), surface, centre);
    }
    case joltTypes.staticCompound:
    case joltTypes.mutableCompound:
      return readCompound(reader, at, type);
    case joltTypes.rotatedTranslated: {
      const centre = vector(reader, 'centre of mass');
      const rotation = unit(reader, reader.f32s(4, 'a rotation'));
      return placing(() => centre, matrixOfTrs([0, 0, 0], rotation, [1, 1, 1]));
    }
    case joltTypes.scaled: {
      const scale = vector(reader, 'scale');
      if (scale.some((value) => value === 0)) throw damagedState('a shape has the scale 0', reader.at - 12);
      const centre = (child: Vec3 | null): Vec3 => [0, 1, 2].map((k) => scale[k]! * (child?.[k] ?? 0)) as unknown as Vec3;
      return placing(centre, matrixOfTrs([0, 0, 0], [0, 0, 0, 1], scale));
    }
    case joltTypes.offsetCentreOfMass: {
      const offset = vector(reader, 'offset');
      const centre = (child: Vec3 | null): Vec3 => [0, 1, 2].map((k) => offset[k]! + (child?.[k] ?? 0)) as unknown as Vec3;
      const back = offset.map((value) => 0 - value);
      return placing(centre, matrixOfTrs(back, [0, 0, 0, 1], [1, 1, 1]));
    }
    default:
      throw new InspectorError({
        code: 'unsupported-dialect',
        message: `The shape type ${type} of Jolt is not read`,
        fix: 'Save boxes, spheres, capsules, cylinders, hulls, meshes and compounds of them',
        location: { byte: at },
      });
  }
}

function readCompound(reader: ByteReader, at: number, type: number): ReadShape {
  const centre = vector(reader, 'centre of mass');
  const boundsAt = reader.at;
  const [min, max] = [vector(reader, 'bounds'), vector(reader, 'bounds')];
  const own: BoxInFile = (axis) => ({ min: min[axis]!, max: max[axis]!, at: boundsAt + 4 * axis });
  reader.f32('the inner radius of a compound');
  const count = reader.u32('the children of a compound');
  if (count === 0 || count > maxJoltShapes)
    throw damagedState(`a compound has ${count} children`, reader.at - 4, count === 0 ? undefined : 'too-large');
  const places = Array.from({ length: count }, () => {
    reader.u32('the user data of a child');
    const place = vector(reader, 'place of a child');
    const [x = 0, y = 0, z = 0] = vector(reader, 'rotation of a child');
    const rest = 1 - x * x - y * y - z * z;
    if (rest < -unitTolerance) throw damagedState('the rotation of a child is no unit quaternion', reader.at - 12);
    return matrixOfTrs(place, [x, y, z, Math.sqrt(Math.max(0, rest))], [1, 1, 1]);
  });
  const leafOf = type === joltTypes.staticCompound ? readNodes(reader, count) : readMutableBoxes(reader, count);
  const boxes = (child: number): readonly BoxInFile[] => [leafOf(child), own];
  return { at, own: null, centre: () => centre, places, children: [], boxes, isRead: false };
}

function readNodes(reader: ByteReader, children: number): (child: number) => BoxInFile {
  const nodes = reader.u32('the nodes of a compound');
  const { at } = reader;
  return checkCompoundNodes(reader.bytes(nodeBytes * nodes, 'the nodes of a compound'), children, at);
}

/** Returns the boxes of a mutable compound, by blocks of four: f32 x 4 of each bound. Their number is that of the children. */
function readMutableBoxes(reader: ByteReader, children: number): (child: number) => BoxInFile {
  const { at } = reader;
  const words = reader.f32s((mutableBoundsBytes / 4) * Math.ceil(children / 4), 'the bounds of a compound');
  return (child) => (axis) => {
    const word = (mutableBoundsBytes / 4) * Math.floor(child / 4) + 4 * axis + (child % 4);
    return { min: words[word]!, max: words[word + 12]!, at: at + 4 * word };
  };
}

function readMesh(
  bytes: Uint8Array,
  at: number,
): { readonly positions: Float32Array; readonly triangles: Uint32Array; readonly end: number } {
  const head = new ByteReader(bytes.subarray(at), (what, byte, code) => damagedState(what, at + byte, code));
  head.bytes(9, 'the head of a mesh');
  const size = head.u32('the size of a tree');
  head.bytes(size, 'the tree of a mesh');
  const end = at + head.at;
  try {
    const { positions, index, sourceTriangles } = readJolt(bytes.subarray(at, end));
    return { positions, triangles: sourceTriangles === null ? index : inSourceOrder(index, sourceRanks(sourceTriangles)), end };
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    const { code, message, fix, location } = thrown;
    throw new InspectorError({ code, message, fix, location: { ...location, byte: at + (location.byte ?? 0) } });
  }
}

/** Quaternions are of unit length up to this. */
const unitTolerance = 1e-4;

function unit(reader: ByteReader, quaternion: Float32Array): readonly number[] {
  const length = Math.hypot(...quaternion);
  if (!(Math.abs(length - 1) <= unitTolerance)) throw damagedState('the rotation of a shape is no unit quaternion', reader.at - 16);
  return Array.from(quaternion, (value) => value / length);
}

function vector(reader: ByteReader, name: string): Vec3 {
  const values = Array.from(reader.f32s(3, `the ${name}`));
  if (!values.every(Number.isFinite)) throw damagedState(`the ${name} of a shape is not finite`, reader.at - 12);
  return values as unknown as Vec3; // three of three
}

function positive(reader: ByteReader, name: string): number {
  const value = notNegative(reader, name);
  if (value === 0) throw damagedState(`the ${name} of a shape is 0`, reader.at - 4);
  return value;
}

function notNegative(reader: ByteReader, name: string): number {
  const value = reader.f32(`the ${name} of a shape`);
  if (!(value >= 0 && value < Infinity)) throw damagedState(`the ${name} of a shape is ${value}`, reader.at - 4);
  return value;
}

function centreOfMass({ centre, children: [first = null] }: ReadShape): Vec3 {
  return centre(first === null ? null : centreOfMass(first));
}

interface Found {
  readonly found: ShapeByMatrix[];
  /** Each time that one is used. */
  readonly visited: {
    shapes: number;
    /** Those of surfaces, at each level above them. */
    vertices: number;
  };
}

/** Vertices of copies that are checked in the boxes of all compounds around them. */
const maxChecked = 2 ** 27;

function addShape(all: Found, { own, places, children, at }: ReadShape, matrix: Matrix, nesting: number): void {
  if (nesting > maxJoltNesting || ++all.visited.shapes > maxJoltShapes)
    throw damagedState(`it has more than ${maxJoltShapes} shapes`, at, 'too-large');
  all.visited.vertices += (nesting * (own?.surface?.positions.length ?? 0)) / 3;
  if (own !== null) all.found.push({ name: `${own.role!.shape} ${all.found.length + 1}`, ...own, worldFromPart: matrix });
  children.forEach((child, i) => {
    if (child !== null) addShape(all, child, multiply(matrix, places[i]!), nesting + 1);
  });
}
