import { addFinding, ignoredElements, unusableFaces, type FindingKind } from '../finding-list.ts';
import { growableU32, pushU32, takeU32, type GrowableU32 } from '../growable.ts';
import { pushFan, takePolygons, type FaceList } from '../mesh-builder.ts';
import { fillAroundHoles, type HoleWork } from '../polygon/fill-around-holes.ts';
import { readNumberList } from '../text/read-number-list.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from '../xml/read-xml-tree.ts';
import { elementLocation, refersTo, type Library } from './library.ts';
import { noteCount, readPositions, wholeNumber, type ColladaPositionCache } from './read-positions.ts';

/** One set of faces of a geometry. */
export interface FaceSet {
  /** (3·V) The same array for all sets that use the same source. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly triangles: Uint32Array;
  /** See `TriangleMesh`. */
  readonly polygons?: Uint32Array;
  /** The symbol that an instance binds to a material; `null` for faces without one. */
  readonly symbol: string | null;
}

const filledHoles: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Polygons have holes, which the fan fills: only the outlines were read',
  fix: 'To keep the holes, set Polygons to Ear clipping in the document properties, or use --triangulation ears',
};

const unusableHoles: FindingKind = {
  ...filledHoles,
  message: 'Holes of polygons cross, touch, are outside, name no vertex, or have fewer than three or too many corners: they are filled',
  fix: 'Triangulate the mesh in the program that made the file',
};

const noVertexInput: FindingKind = {
  ...unusableFaces,
  message: 'Face sets without an input with the semantic VERTEX were dropped',
};

const noMesh: FindingKind = {
  code: 'ignored-elements',
  severity: 'info',
  message: 'Splines, bodies and hulls without faces were skipped: only triangles and polygons collide',
  fix: 'Convert them to polygons if they should collide',
};

/** How holes of polygons are read. */
export interface HoleReading {
  /** Whether holes stay open; otherwise the fan fills them. */
  readonly areKept: boolean;
  readonly work: HoleWork;
}

/**
 * Returns the sets of faces of a `geometry`, in file order. Lines are skipped.
 * @throws InspectorError `malformed`, `count-exceeds-file`.
 */
export function readColladaGeometry(
  library: Library,
  geometry: XmlElement,
  known: ColladaPositionCache,
  holes: HoleReading,
): readonly FaceSet[] {
  const mesh = childOf(geometry, 'mesh') ?? childOf(geometry, 'convex_mesh');
  if (mesh === undefined || attributeOf(mesh, 'convex_hull_of') !== undefined) {
    addFinding(library.findings, noMesh, elementLocation(geometry));
    return [];
  }
  return mesh.children.flatMap((element) => readFaces(library, element, known, holes));
}

/** Returns whether a `geometry` has faces. */
export function hasFaces(geometry: XmlElement): boolean {
  const mesh = childOf(geometry, 'mesh') ?? childOf(geometry, 'convex_mesh');
  return mesh?.children.some(({ tag }) => Object.hasOwn(pushers, tag.name)) ?? false;
}

function readFaces(library: Library, element: XmlElement, known: ColladaPositionCache, holes: HoleReading): readonly FaceSet[] {
  const { name } = element.tag;
  if (name === 'lines' || name === 'linestrips') addFinding(library.findings, ignoredElements, elementLocation(element));
  const push = Object.hasOwn(pushers, name) ? pushers[name] : undefined;
  if (push === undefined) return [];
  const input = xmlChildrenOf(element, 'input').find((candidate) => attributeOf(candidate, 'semantic') === 'VERTEX');
  const positions = input === undefined ? null : positionsOf(library, input, known);
  if (input === undefined)
    addFinding(library.findings, noVertexInput, elementLocation(element), Math.max(1, wholeNumber(element, 'count', 1)));
  if (input === undefined || positions === null) return [];
  const reading: FaceReading = {
    library,
    element,
    holes,
    positions,
    vertices: positions.length / 3,
    offset: wholeNumber(input, 'offset', 0),
    stride: 1 + Math.max(...xmlChildrenOf(element, 'input').map((other) => wholeNumber(other, 'offset', 0))),
    faces: { indices: growableU32(0), polygons: growableU32(0) },
    corners: growableU32(16),
    count: 0,
  };
  push(reading);
  noteCount(library, element, reading.count);
  return [
    {
      positions,
      triangles: takeU32(reading.faces.indices),
      ...takePolygons(reading.faces),
      symbol: attributeOf(element, 'material') ?? null,
    },
  ];
}

/** Returns the positions of an input, by way of `vertices`. Some exporters refer to the source itself. */
function positionsOf(library: Library, input: XmlElement, known: ColladaPositionCache): Float64Array | null {
  const vertices = refersTo(library, input, 'source', 'vertices');
  if (vertices === null) return null;
  const position = xmlChildrenOf(vertices, 'input').find((candidate) => attributeOf(candidate, 'semantic') === 'POSITION');
  const source = position === undefined ? null : refersTo(library, position, 'source', 'source');
  return source === null ? null : readPositions(library, source, known);
}

interface FaceReading {
  readonly library: Library;
  readonly element: XmlElement;
  readonly holes: HoleReading;
  readonly positions: Float64Array;
  readonly vertices: number;
  /** Offset of the vertex index among the indices of a corner. */
  readonly offset: number;
  readonly stride: number;
  readonly faces: FaceList;
  /** Vertex indices of the current face. */
  readonly corners: GrowableU32;
  /** Number of faces, strips or fans, as the `count` attribute counts them. */
  count: number;
}

const pushers: Readonly<Record<string, (reading: FaceReading) => void>> = {
  triangles: pushTriangles,
  polylist: pushPolylist,
  polygons: pushPolygons,
  trifans: pushTrifans,
  tristrips: pushTristrips,
};

function pushTriangles(reading: FaceReading): void {
  for (const p of xmlChildrenOf(reading.element, 'p')) {
    const indices = readNumberList(p.text);
    const corners = Math.floor(indices.length / reading.stride);
    for (let corner = 0; corner + 3 <= corners; corner += 3, reading.count++) pushFace(reading, p, indices, corner, 3);
    if (corners % 3 !== 0) addFinding(reading.library.findings, unusableFaces, elementLocation(p));
  }
}

function pushPolylist(reading: FaceReading): void {
  const counts = readNumberList(childOf(reading.element, 'vcount')?.text ?? '');
  const p = childOf(reading.element, 'p');
  const indices = readNumberList(p?.text ?? '');
  let corner = 0;
  for (const count of counts) {
    if (p !== undefined) pushFace(reading, p, indices, corner, count);
    corner += count;
    reading.count++;
  }
}

/** Reads `polygons`. A polygon with holes is a `ph`: its outline `p`, then the holes. */
function pushPolygons(reading: FaceReading): void {
  for (const child of reading.element.children) {
    const isHoled = child.tag.name === 'ph';
    const p = isHoled ? childOf(child, 'p') : child.tag.name === 'p' ? child : undefined;
    if (p === undefined) continue;
    const indices = readNumberList(p.text);
    if (!isHoled || !pushHoled(reading, child)) pushFace(reading, p, indices, 0, Math.floor(indices.length / reading.stride));
    reading.count++;
  }
}

/** Returns whether the polygon was added with its holes open. If not, a finding was added. */
function pushHoled(reading: FaceReading, ph: XmlElement): boolean {
  const { library, faces, vertices, stride, offset, holes, positions } = reading;
  const rings = [...xmlChildrenOf(ph, 'p').slice(0, 1), ...xmlChildrenOf(ph, 'h')].map(({ text }) => {
    const numbers = readNumberList(text);
    return Array.from({ length: Math.floor(numbers.length / stride) }, (_, corner) => numbers[corner * stride + offset]);
  });
  if (rings.length < 2) return false;
  const filled = rings.flat().every((index) => isIndex(index, vertices)) ? fillAroundHoles(positions, rings, holes.work) : null;
  if (filled === null || !holes.areKept) {
    addFinding(library.findings, filled === null ? unusableHoles : filledHoles, elementLocation(ph));
    return false;
  }
  pushU32(faces.polygons, faces.indices.length / 3);
  pushU32(faces.polygons, filled.length / 3);
  for (const index of filled) pushU32(faces.indices, index);
  return true;
}

function pushTrifans(reading: FaceReading): void {
  pushRuns(reading, (i) => [0, i + 1, i + 2]);
}

/** Reads `tristrips`. Every other triangle of a strip has the opposite winding. */
function pushTristrips(reading: FaceReading): void {
  pushRuns(reading, (i) => (i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2]));
}

function pushRuns(reading: FaceReading, cornersOf: (triangle: number) => readonly [number, number, number]): void {
  for (const p of xmlChildrenOf(reading.element, 'p')) {
    const indices = readNumberList(p.text);
    const corners = Math.floor(indices.length / reading.stride);
    if (corners < 3) addFinding(reading.library.findings, unusableFaces, elementLocation(p));
    for (let i = 0; i + 2 < corners; i++) pushCorners(reading, p, indices, cornersOf(i));
    reading.count++;
  }
}

/** Adds a fan of `count` corners, starting at `first`. Hot. */
function pushFace(reading: FaceReading, p: XmlElement, indices: Float64Array, first: number, count: number): void {
  const { corners, stride, offset, vertices } = reading;
  corners.length = 0;
  let usable = count >= 3 && (first + count) * stride <= indices.length;
  for (let i = 0; usable && i < count; i++) {
    const index = indices[(first + i) * stride + offset];
    usable = isIndex(index, vertices);
    pushU32(corners, index);
  }
  if (usable) pushFan(reading.faces, corners.values, corners.length);
  else addFinding(reading.library.findings, unusableFaces, { ...elementLocation(p), index: reading.count, element: 'face' });
}

function pushCorners(reading: FaceReading, p: XmlElement, indices: Float64Array, at: readonly [number, number, number]): void {
  const { corners, stride, offset, vertices } = reading;
  corners.length = 0;
  for (const corner of at) {
    const index = indices[corner * stride + offset];
    if (isIndex(index, vertices)) pushU32(corners, index);
  }
  if (corners.length === 3) pushFan(reading.faces, corners.values, 3);
  else addFinding(reading.library.findings, unusableFaces, elementLocation(p));
}

function isIndex(value: number, count: number): boolean {
  return value >= 0 && value < count && Number.isInteger(value);
}
