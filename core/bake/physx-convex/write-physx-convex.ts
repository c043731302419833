import { convexHull, type ConvexHull } from '../../convex/hull/convex-hull.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import { InspectorError } from '../../error.ts';
import { massProperties } from '../../mesh/mass-properties.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { colliderHulls } from '../bodies/collider-hulls.ts';
import type { PartSurface, PhysicsShape, WrittenShapes } from '../bodies/physics-shape.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { ByteWriter } from '../byte-writer.ts';
import { type ConvexTables, convexTables, orderedPolygons } from './convex-tables.ts';
import { internalBox } from './internal-box.ts';
import {
  climbSamples,
  climbSubdivisions,
  convexMagic,
  convexVersion,
  edgeTableBit,
  gaussMagic,
  hullMagic,
  hullVersion,
  maxConvexPolygons,
  maxConvexVertices,
  polygonBytes,
  supportMagic,
  valencyMagic,
  valencyVersion,
} from './layout.ts';

/** Heads, counts, bounds, masses, flags and the inner box. */
const fixedBytes = 16 + 12 + 16 + 4 * (8 + 12 + 2 + 4);
/** Heads and counts of the table for hill climbing. */
const climbingBytes = 12 + 12 + 8 + 12 + 12;

/**
 * Writes cooked convex meshes for `PxPhysics::createConvexMesh` of PhysX 5, one after another. There is a hull for each part that collides, in
 * the order of the parts. Coordinates are those of the mesh, rounded to f32. Faces are those of the exact hull of the rounded vertices. Masses have density 1.
 * @throws InspectorError `invalid-argument` for a flat part; `too-large` beyond 255 vertices or polygons, and where mass or inertia is beyond f32; whatever `progress` throws.
 */
export function writePhysxConvex({ mesh, space }: BakeInput, progress: Progress): Baked {
  const half: Progress = (fraction) => progress(fraction / 2);
  const { shapes, notes } = physxConvexShapes(mesh, space, half);
  const hulls = shapes.map(({ name, form }, i) => {
    progress(0.5 + i / shapes.length / 2);
    return convexBytes(limited(convexHull(form.surface.positions), name), name);
  });
  const out = new ByteWriter(hulls.reduce((sum, { length }) => sum + length, 0));
  for (const hull of hulls) out.array(hull);
  return { bytes: out.bytes, notes };
}

/** Returns the hulls that PhysX holds of a mesh, with f32 coordinates and the triangles of their polygons. @throws InspectorError for a flat part. */
export function physxConvexShapes(mesh: TriangleMesh, _space: SourceSpace, progress: Progress): WrittenShapes {
  const all = withPrimitives(shapesOfMesh(mesh, progress), () => false);
  const solid = all.shapes.filter(({ use }) => use !== 'rendered');
  const { hulls, notes } = colliderHulls(solid, 'A convex mesh of PhysX', f32Positions);
  const shapes = solid.map(
    (shape, i): PhysicsShape => ({ ...shape, form: { kind: 'hull', surface: polygonSurface(hullOfVertices(hulls[i]!)) } }),
  );
  const lost = shapes.filter(({ physics, use }) => physics !== null || use === 'trigger').length;
  return {
    shapes,
    notes: [
      ...formNotes(all),
      ...notes,
      ...noteOf('parts-left-out', 'Parts that are only rendered were left out', all.shapes.length - solid.length),
      ...noteOf('names-changed', 'Names were not written: hulls are in the order of the parts', shapes.length),
      ...noteOf('physics-lost', 'Friction, layers and triggers were not written: PhysX has them in its shapes, not in its meshes', lost),
    ],
  };
}

/** Returns the hull of the vertices of a hull, whose faces may be in another order: the one that is written. */
function hullOfVertices({ positions }: ConvexHull): ConvexHull {
  return convexHull(positions);
}

function f32Positions({ positions }: PartSurface): Float64Array {
  return positions.map(Math.fround);
}

/** Returns a hull with the fans of its polygons in the order of the file. */
function polygonSurface(hull: ConvexHull): PartSurface {
  const polygons = orderedPolygons(hull);
  let end = 0;
  const faceFirst = Uint32Array.from([0, ...polygons.map((polygon) => (end += polygon.length))]);
  return { positions: hull.positions, triangles: hullTriangles({ ...hull, faceFirst, faceCorners: Uint32Array.from(polygons.flat()) }) };
}

function limited(hull: ConvexHull, name: string): ConvexHull {
  const counts = [
    ['vertices', hull.positions.length / 3, maxConvexVertices, '--max-vertices 129'],
    ['faces', hull.faceFirst.length - 1, maxConvexPolygons, '--max-faces 255'],
  ] as const;
  for (const [what, count, max, option] of counts) {
    if (count <= max) continue;
    throw new InspectorError({
      code: 'too-large',
      message: `The hull of the part "${name}" has ${count} ${what}, and a convex mesh of PhysX has at most ${max}`,
      fix: `Reduce it first: boxwood convex hull ${option}, or boxwood decompose`,
      location: {},
    });
  }
  return hull;
}

function convexBytes(hull: ConvexHull, name: string): Uint8Array<ArrayBuffer> {
  const tables = convexTables(hull);
  const { positions, polygons, edgePolygons, edgeVertices, vertexPolygons, climbing, isForGpu } = tables;
  const corners = polygons.reduce((sum, { length }) => sum + length, 0);
  const size =
    fixedBytes +
    positions.byteLength +
    polygonBytes * polygons.length +
    corners +
    edgePolygons.length +
    vertexPolygons.length +
    (isForGpu ? edgeVertices.byteLength : 0) +
    (climbing === null ? 0 : climbingBytes + 2 * climbSamples + climbing.valencies.length + climbing.neighbours.length);
  const out = new ByteWriter(size);
  out.u8(...convexMagic).u32(convexVersion, 0);
  out.u8(...hullMagic).u32(hullVersion);
  const edges = edgePolygons.length / 2;
  out.u32(positions.length / 3, isForGpu ? edges | edgeTableBit : edges, polygons.length, corners);
  out.array(positions);
  writePolygons(out, tables);
  out.array(edgePolygons).array(vertexPolygons);
  if (isForGpu) out.array(edgeVertices);
  const centre = writeMasses(out, hull, name);
  writeClimbing(out, tables);
  // No distance field.
  out.f32(-1);
  out.f32(...internalBox(tables, centre));
  return out.bytes;
}

function writePolygons(out: ByteWriter, { polygons, planes, farthest }: ConvexTables): void {
  let first = 0;
  polygons.forEach((polygon, i) => {
    out.f32(...planes.subarray(4 * i, 4 * i + 4)).u8(first & 0xff, first >> 8, polygon.length, farthest[i]);
    first += polygon.length;
  });
  for (const polygon of polygons) out.u8(...polygon);
}

/** Writes bounds, mass and inertia about the origin, and the centre of mass, which it returns. */
function writeMasses(out: ByteWriter, hull: ConvexHull, name: string): readonly number[] {
  const { positions } = hull;
  const axis = (k: number): Float64Array => positions.filter((_, i) => i % 3 === k);
  const bounds = [0, 1, 2].map((k) => [Math.min(...axis(k)), Math.max(...axis(k))] as const);
  out.f32(0, ...bounds.map(([min]) => min), ...bounds.map(([, max]) => max));
  const about = bounds.map(([min, max]) => min / 2 + max / 2) as unknown as readonly [number, number, number];
  // A solid hull has a volume.
  const { mass, centre, inertia } = massProperties({ positions, indices: hullTriangles(hull), parts: [] }, 1, about)!;
  const distanceSq = centre.reduce((sum, value) => sum + value * value, 0);
  const moved = inertia.map((value, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3];
    return value + mass * ((row === column ? distanceSq : 0) - centre[row]! * centre[column]!);
  });
  const largest = [mass, ...moved].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (!Number.isFinite(Math.fround(largest)))
    throw new InspectorError({
      code: 'too-large',
      message: `The hull of the part "${name}" has a mass or inertia of ${largest.toPrecision(3)}, and PhysX has numbers up to 3.4e38`,
      fix: 'Scale the mesh, for example to metres',
      location: {},
    });
  out.f32(mass, ...moved, ...centre);
  return centre.map(Math.fround);
}

function writeClimbing(out: ByteWriter, { climbing }: ConvexTables): void {
  if (climbing === null) {
    out.f32(-1);
    return;
  }
  const { samples, valencies, neighbours } = climbing;
  out.f32(1);
  out.u8(...supportMagic).u32(0);
  out.u8(...gaussMagic).u32(0, climbSubdivisions, climbSamples);
  out.array(samples);
  const maxValency = valencies.reduce((max, count) => Math.max(max, count), 0);
  out.u8(...valencyMagic).u32(valencyVersion, valencies.length, neighbours.length, maxValency);
  out.array(valencies).array(neighbours);
}
