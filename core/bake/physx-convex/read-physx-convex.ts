import { InspectorError } from '../../error.ts';
import { ByteReader } from '../byte-reader.ts';
import { checkConvexTopology, type ReadPolygons } from './check-convex.ts';
import {
  convexMagic,
  convexVersion,
  damagedConvex,
  edgeTableBit,
  gaussMagic,
  hullMagic,
  hullVersion,
  isPhysxConvex,
  maxConvexPolygons,
  maxConvexVertices,
  polygonBytes,
  supportMagic,
  valencyMagic,
  valencyVersion,
} from './layout.ts';

/** A cooked convex mesh. */
export interface ConvexMesh {
  /** (3·V) */
  readonly positions: Float32Array;
  /** (3·T) the fans of its polygons. */
  readonly triangles: Uint32Array;
}

/** All convex meshes of a file; their vertices are numbered through. */
export interface ConvexMeshes {
  readonly positions: Float32Array;
  readonly index: Uint32Array;
  readonly hulls: readonly ConvexMesh[];
}

/**
 * Reads the cooked convex meshes of a file and checks what PhysX does not: every number that names a vertex or polygon. Each surface
 * must be closed, and its vertices must lie behind its planes. Masses are passed over, and distance fields too.
 * @throws InspectorError `invalid-bytes`, `truncated` or `unsupported-dialect` at its byte.
 */
export function readPhysxConvex(bytes: Uint8Array): ConvexMeshes {
  if (!isPhysxConvex(bytes)) throw damagedConvex('it does not start with the letters NXS and CVXM', 0);
  const reader = new ByteReader(bytes, damagedConvex);
  const hulls: ConvexMesh[] = [];
  while (!reader.isAtEnd) hulls.push(readHull(reader));
  const positions = new Float32Array(hulls.reduce((sum, hull) => sum + hull.positions.length, 0));
  const index = new Uint32Array(hulls.reduce((sum, hull) => sum + hull.triangles.length, 0));
  let [vertex, corner] = [0, 0];
  for (const hull of hulls) {
    positions.set(hull.positions, 3 * vertex);
    for (const [i, number] of hull.triangles.entries()) index[corner + i] = number + vertex;
    vertex += hull.positions.length / 3;
    corner += hull.triangles.length;
  }
  return { positions, index, hulls };
}

function letters(reader: ByteReader, wanted: readonly number[], name: string): number {
  const from = reader.at;
  const found = reader.bytes(wanted.length, `the letters ${name}`);
  if (wanted.some((letter, i) => found[i] !== letter)) throw damagedConvex(`the letters ${name} are missing`, from);
  return reader.u32(`the version of ${name}`);
}

function checkVersion(reader: ByteReader, version: number, wanted: number, what: string): void {
  if (version === wanted) return;
  throw new InspectorError({
    code: 'unsupported-dialect',
    message: `This cooked convex PhysX mesh has ${what} of version ${version}; version ${wanted} of PhysX 5 is read`,
    fix: 'Cook it again with PhysX 5, or bake it from its source',
    location: { byte: reader.at - 4 },
  });
}

function readHull(reader: ByteReader): ConvexMesh {
  checkVersion(reader, letters(reader, convexMagic, 'CVXM'), convexVersion, 'a mesh');
  reader.u32('its flags');
  checkVersion(reader, letters(reader, hullMagic, 'CLHL'), hullVersion, 'a hull');
  const countsAt = reader.at;
  const [vertices = 0, edgeWord = 0, polygons = 0, corners = 0] = reader.u32s(4, 'its counts');
  const edges = edgeWord & (edgeTableBit - 1);
  if (vertices < 4 || vertices > maxConvexVertices || polygons < 4 || polygons > maxConvexPolygons)
    throw damagedConvex(`it has ${vertices} vertices and ${polygons} polygons; 4 to ${maxConvexVertices} of each are possible`, countsAt);
  if (edgeWord > 0xffff || corners !== 2 * edges || vertices - edges + polygons !== 2)
    throw damagedConvex(
      `${vertices} vertices, ${edges} edges, ${polygons} polygons and ${corners} corners are not a closed surface`,
      countsAt,
    );
  const positionsAt = reader.at;
  const positions = reader.f32s(3 * vertices, 'its vertices');
  const bad = positions.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw damagedConvex(`vertex ${Math.floor(bad / 3)} is not finite`, positionsAt + 4 * bad);
  const read: ReadPolygons = { positions, polygons: [], planes: new Float32Array(4 * polygons), polygonsAt: reader.at, cornersAt: 0 };
  const { degrees, triangles } = readPolygons(reader, read, polygons, corners);
  readEdges(reader, { vertices, polygons, edges, hasVertices: (edgeWord & edgeTableBit) !== 0 }, read);
  readBounds(reader, positions);
  readClimbing(reader, degrees);
  readDistanceField(reader);
  const inner = reader.f32s(4, 'its inner box');
  if (!inner.every((value) => value >= 0 && value < Infinity)) throw damagedConvex('its inner box is not finite', reader.at - 16);
  return { positions, triangles };
}

/** Fills in the polygons, checks them, and returns the number of edges of each vertex, and the triangles. */
function readPolygons(
  reader: ByteReader,
  read: ReadPolygons,
  count: number,
  corners: number,
): { readonly degrees: Uint32Array; readonly triangles: Uint32Array } {
  const records = new Uint8Array(reader.bytes(polygonBytes * count, 'its polygons'));
  const view = new DataView(records.buffer);
  const cornersAt = reader.at;
  const all = reader.bytes(corners, 'its corners');
  const vertices = read.positions.length / 3;
  let end = 0;
  for (let i = 0; i < count; i++) {
    const at = polygonBytes * i;
    const [first, own, farthest] = [view.getUint16(at + 16, true), records[at + 18], records[at + 19]];
    if (first !== end || own < 3 || first + own > corners || farthest >= vertices)
      throw damagedConvex(`polygon ${i} names corners or vertices that it does not have`, read.polygonsAt + at + 16);
    end += own;
    for (let k = 0; k < 4; k++) read.planes[4 * i + k] = view.getFloat32(at + 4 * k, true);
    read.polygons.push([...all.subarray(first, first + own)]);
  }
  if (end !== corners) throw damagedConvex(`its polygons have ${end} of ${corners} corners`, cornersAt);
  const degrees = checkConvexTopology({ ...read, cornersAt });
  const triangles = read.polygons.flatMap((polygon) => polygon.slice(2).flatMap((corner, i) => [polygon[0]!, polygon[i + 1]!, corner]));
  return { degrees, triangles: Uint32Array.from(triangles) };
}

interface EdgeCounts {
  readonly vertices: number;
  readonly polygons: number;
  readonly edges: number;
  /** Whether the vertices of each edge follow. */
  readonly hasVertices: boolean;
}

/** Checks that the tables of edges and vertices name neighbours. */
function readEdges(reader: ByteReader, { vertices, polygons, edges, hasVertices }: EdgeCounts, read: ReadPolygons): void {
  const from = reader.at;
  const pairs = reader.bytes(2 * edges, 'its edges');
  const key = (a: number, b: number): number => Math.min(a, b) * 256 + Math.max(a, b);
  const found = Array.from({ length: edges }, (_, i) => key(pairs[2 * i], pairs[2 * i + 1])).sort((a, b) => a - b);
  const polygonOf = new Map<number, number>();
  read.polygons.forEach((polygon, i) => {
    polygon.forEach((corner, at) => polygonOf.set(corner * 256 + polygon[(at + 1) % polygon.length]!, i));
  });
  const wanted: number[] = [];
  for (const [side, polygon] of polygonOf) {
    const [a, b] = [Math.floor(side / 256), side % 256];
    if (a < b) wanted.push(key(polygon, polygonOf.get(b * 256 + a)!));
  }
  wanted.sort((a, b) => a - b);
  if (found.some((pair, i) => pair !== wanted[i])) throw damagedConvex('its edges name polygons that are no neighbours', from);
  const around = reader.bytes(3 * vertices, 'the polygons of its vertices');
  const bad = around.findIndex((polygon) => polygon >= polygons && polygon !== 0xff);
  if (bad >= 0)
    throw damagedConvex(`vertex ${Math.floor(bad / 3)} names polygon ${around[bad]} of ${polygons}`, reader.at - around.length + bad);
  if (!hasVertices) return;
  const ends = reader.unsigned(2 * edges, 2, 'the vertices of its edges');
  const badEnd = ends.findIndex((vertex) => vertex >= vertices);
  if (badEnd >= 0) throw damagedConvex(`an edge names vertex ${ends[badEnd]} of ${vertices}`, reader.at - 2 * (ends.length - badEnd));
}

function readBounds(reader: ByteReader, positions: Float32Array): void {
  const from = reader.at;
  const bounds = reader.f32s(7, 'its bounds');
  for (let i = 0; i < positions.length; i++) {
    const [value, min, max] = [positions[i], bounds[1 + (i % 3)], bounds[4 + (i % 3)]];
    // PhysX stores the centre and half sizes, which rounds.
    const room = 2 ** -20 * Math.max(Math.abs(min), Math.abs(max));
    if (!(value >= min - room && value <= max + room)) throw damagedConvex(`vertex ${Math.floor(i / 3)} lies outside its bounds`, from + 4);
  }
  const mass = reader.f32('its mass');
  if (mass === -1) return;
  const integrals = reader.f32s(12, 'its mass');
  if (!(mass >= 0 && mass < Infinity) || !integrals.every(Number.isFinite)) throw damagedConvex('its mass is not finite', reader.at - 52);
}

function readFlag(reader: ByteReader, what: string): boolean {
  const flag = reader.f32(what);
  if (flag !== 1 && flag !== -1) throw damagedConvex(`the flag of ${what} is ${flag}, neither 1 nor -1`, reader.at - 4);
  return flag === 1;
}

/** Checks the table for hill climbing, whose numbers PhysX follows without a check. */
function readClimbing(reader: ByteReader, degrees: Uint32Array): void {
  if (!readFlag(reader, 'its search table')) return;
  letters(reader, supportMagic, 'SUPM');
  letters(reader, gaussMagic, 'GAUS');
  const from = reader.at;
  const [divisions = 0, samples = 0] = reader.u32s(2, 'its search table');
  if (divisions < 2 || divisions > 0xff || samples !== 6 * divisions ** 2)
    throw damagedConvex(`its search table has ${samples} directions for ${divisions} divisions`, from);
  const vertices = degrees.length;
  const starts = reader.bytes(2 * samples, 'its search table');
  const bad = starts.findIndex((vertex) => vertex >= vertices);
  if (bad >= 0) throw damagedConvex(`its search table names vertex ${starts[bad]} of ${vertices}`, reader.at - starts.length + bad);
  checkVersion(reader, letters(reader, valencyMagic, 'VALE'), valencyVersion, 'a search table');
  const countsAt = reader.at;
  const [listed = 0, neighbours = 0, maxValency = 0] = reader.u32s(3, 'its search table');
  const total = degrees.reduce((sum, degree) => sum + degree, 0);
  if (listed !== vertices || neighbours !== total || maxValency > 0xffff)
    throw damagedConvex(
      `its search table has ${neighbours} neighbours of ${listed} vertices, and the hull ${total} of ${vertices}`,
      countsAt,
    );
  const valencies = reader.unsigned(vertices, maxValency > 0xff ? 2 : 1, 'its search table');
  if (valencies.some((valency, vertex) => valency !== degrees[vertex]))
    throw damagedConvex('its search table has other edges than the hull', countsAt);
  const near = reader.bytes(neighbours, 'its search table');
  const badNeighbour = near.findIndex((vertex) => vertex >= vertices);
  if (badNeighbour >= 0)
    throw damagedConvex(`its search table names vertex ${near[badNeighbour]} of ${vertices}`, reader.at - near.length + badNeighbour);
}

/** Of a distance field: its place, sizes and limits. */
const fieldWords = { place: 7, counts: 3, blocks: 7 } as const;

function readDistanceField(reader: ByteReader): void {
  if (!readFlag(reader, 'its distance field')) return;
  reader.bytes(4 * fieldWords.place, 'its distance field');
  const [values = 0, blocks = 0, slots = 0] = reader.u32s(fieldWords.counts, 'its distance field');
  reader.bytes(4 * fieldWords.blocks, 'its distance field');
  reader.bytes(4 * values + blocks + 4 * slots, 'its distance field');
}
