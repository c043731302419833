import type { ConvexHull } from '../../convex/hull/convex-hull.ts';
import { hullPlanes } from '../../convex/hull/hull-planes.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import { cross, dot, length, type Vec3 } from '../../math/vec3.ts';
import { massProperties } from '../../mesh/mass-properties.ts';
import { ByteWriter } from '../byte-writer.ts';
import { convexRadiusError } from '../jolt-shapes/layout.ts';
import { hullPlaneBytes, hullPointBytes } from './layout.ts';

/** A hull as Jolt holds it. */
export interface HullState {
  /** All fields after the density. */
  readonly bytes: Uint8Array;
  readonly centre: Vec3;
  readonly volume: number;
  /** (3·V) relative to the centre. */
  readonly positions: Float32Array;
  readonly innerRadius: number;
}

/** Planes whose normals span a smaller volume are nearly parallel to a line. */
const minNormalVolume = 0.05;
/** Normals at a smaller angle count as one. */
const maxNormalCosine = Math.cos(Math.PI / 180);

/**
 * Returns the state of a solid hull: its points relative to the centre of mass, faces and planes. Each point has up to three planes, along which
 * Jolt moves it inward by the convex radius.
 *
 * Source: Jolt `ConvexHullShape.cpp`. Changed: computed in f64.
 * @param maxRadius the convex radius is at most this, and smaller at sharp edges
 */
export function hullState(hull: ConvexHull, maxRadius: number): HullState {
  const { positions: p, faceFirst, faceCorners } = hull;
  const mass = massProperties({ positions: p, indices: hullTriangles(hull), parts: [] }, 1, [p[0], p[1], p[2]]);
  const centre = (mass?.centre ?? [p[0], p[1], p[2]]).map((value) => Math.fround(value) + 0) as unknown as Vec3;
  const positions = Float32Array.from(p, (value, i) => value - centre[i % 3]!);
  const planes = Float32Array.from(hullPlanes({ positions: Float64Array.from(positions), faceFirst, faceCorners }));
  const faces = facesOfPoints(hull, planes);
  const innerRadius = planes.reduce((least, value, i) => (i % 4 === 3 ? Math.min(least, value) : least), Infinity);
  const [vertices, polygons] = [positions.length / 3, faceFirst.length - 1];
  const inertia = mass?.inertia ?? [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const out = new ByteWriter(
    12 + 64 + 24 + 4 + hullPointBytes * vertices + 4 + 4 * polygons + 4 + hullPlaneBytes * polygons + 4 + faceCorners.length + 12,
  );
  out.f32(...centre);
  for (let column = 0; column < 3; column++) out.f32(...inertia.slice(3 * column, 3 * column + 3), 0);
  out.f32(0, 0, 0, 1, ...bound(positions, Math.min, Infinity), ...bound(positions, Math.max, -Infinity));
  out.u32(vertices);
  for (let vertex = 0; vertex < vertices; vertex++) {
    const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
    // The fourth number repeats the third one, as in the vectors of Jolt.
    out.f32(x, y, z, z).u32(faces[vertex]!.length, ...[0, 1, 2].map((k) => (faces[vertex]![k] ?? -1) >>> 0));
  }
  out.u32(polygons).array(Uint16Array.from({ length: 2 * polygons }, (_, i) => faceFirst[(i + 1) >> 1]! - (i % 2) * faceFirst[i >> 1]!));
  out.u32(polygons);
  for (let face = 0; face < polygons; face++) {
    const [x, y, z, offset] = planes.subarray(4 * face, 4 * face + 4);
    out.f32(x, y, z, 0 - offset);
  }
  out.u32(faceCorners.length).array(Uint8Array.from(faceCorners));
  out.f32(convexRadius(positions, planes, faces, maxRadius), mass?.volume ?? 0, Math.max(0, innerRadius));
  return { bytes: out.bytes, centre, volume: mass?.volume ?? 0, positions, innerRadius: Math.max(0, innerRadius) };
}

function bound(positions: Float32Array, choose: (a: number, b: number) => number, from: number): readonly number[] {
  return [0, 1, 2].map((k) => positions.reduce((best, value, i) => (i % 3 === k ? choose(best, value) : best), from));
}

function normalOf(planes: Float32Array, face: number): Vec3 {
  return [planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]];
}

/** Returns for each vertex the three faces whose normals span the largest volume; where they lie near one plane the two farthest apart; else one. */
function facesOfPoints({ positions, faceFirst, faceCorners }: ConvexHull, planes: Float32Array): readonly (readonly number[])[] {
  const around: number[][] = Array.from({ length: positions.length / 3 }, () => []);
  for (let face = 0; face + 1 < faceFirst.length; face++)
    for (const vertex of faceCorners.subarray(faceFirst[face], faceFirst[face + 1])) around[vertex]!.push(face);
  return around.map((faces) => {
    let [two, three]: (readonly number[] | null)[] = [null, null];
    let [cosine, volume] = [maxNormalCosine, minNormalVolume];
    for (const [i, a] of faces.entries()) {
      for (const [j, b] of faces.entries()) {
        if (j <= i) continue;
        const [m, n] = [normalOf(planes, a), normalOf(planes, b)];
        if (dot(m, n) < cosine) {
          cosine = dot(m, n);
          two = [a, b];
        }
        const across = cross(m, n);
        for (const c of faces.slice(j + 1)) {
          const spanned = Math.abs(dot(across, normalOf(planes, c)));
          if (spanned <= volume) continue;
          volume = spanned;
          three = [a, b, c];
        }
      }
    }
    return three ?? two ?? faces.slice(0, 1);
  });
}

/** Returns a radius that fits twice into the hull and moves no sharp corner farther than `convexRadiusError`. */
function convexRadius(positions: Float32Array, planes: Float32Array, facesOf: readonly (readonly number[])[], maxRadius: number): number {
  let thinnest = Infinity;
  for (let at = 0; at < planes.length; at += 4) {
    let deepest = 0;
    for (let i = 0; i < positions.length; i += 3) {
      const height = planes[at] * positions[i] + planes[at + 1] * positions[i + 1] + planes[at + 2] * positions[i + 2];
      deepest = Math.max(deepest, planes[at + 3] - height);
    }
    thinnest = Math.min(thinnest, deepest);
  }
  let radius = Math.min(maxRadius, thinnest / 2);
  for (const faces of facesOf) {
    if (faces.length < 2) continue;
    const [a, b] = [normalOf(planes, faces[0]!), normalOf(planes, faces[1]!)];
    const c = faces.length === 3 ? normalOf(planes, faces[2]!) : cross(a, b);
    const determinant = dot(a, cross(b, c));
    if (determinant === 0) return 0;
    const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)];
    const last = faces.length === 3 ? 1 : 0;
    const moved: Vec3 = [bc[0] + ca[0] + last * ab[0], bc[1] + ca[1] + last * ab[1], bc[2] + ca[2] + last * ab[2]];
    const offset = length(moved) / Math.abs(determinant);
    if (offset > 1) radius = Math.min(radius, convexRadiusError / (offset - 1));
  }
  return radius;
}
