import type { Vec3 } from '../../math/vec3.ts';
import type { ShapeByMatrix } from '../bodies/mesh-of-read-shapes.ts';
import type { ByteReader } from '../byte-reader.ts';
import { maxJoltHullPoints } from '../jolt-shapes/layout.ts';
import { damagedState, hullPlaneBytes, hullPointBytes } from './layout.ts';

/** Vertices may be outside a plane by this part of the size of a hull. */
const planeTolerance = 1e-3;

/**
 * Reads a hull from its centre of mass on: its points relative to that, and its faces as fans of triangles.
 * @throws InspectorError `invalid-bytes` or `truncated` at its byte.
 */
export function readHullState(reader: ByteReader): { readonly centre: Vec3; readonly surface: NonNullable<ShapeByMatrix['surface']> } {
  const from = reader.at;
  const centre = Array.from(reader.f32s(3, 'the centre of a hull')) as unknown as Vec3;
  if (!centre.every(Number.isFinite)) throw damagedState('the centre of a hull is not finite', from);
  reader.bytes(64, 'the inertia of a hull');
  const boundsAt = reader.at;
  const bounds = reader.f32s(6, 'the bounds of a hull');
  const points = reader.u32('the points of a hull');
  if (points < 3 || points > maxJoltHullPoints)
    throw damagedState(`a hull has ${points} points, and Jolt holds 3 to ${maxJoltHullPoints}`, reader.at - 4);
  const pointsAt = reader.at;
  const words = reader.f32s((hullPointBytes / 4) * points, 'the points of a hull');
  const positions = Float32Array.from({ length: 3 * points }, (_, i) => words[(hullPointBytes / 4) * Math.floor(i / 3) + (i % 3)]);
  const bad = positions.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw damagedState(`point ${Math.floor(bad / 3)} of a hull is not finite`, pointsAt + hullPointBytes * Math.floor(bad / 3));
  checkBounds(positions, bounds, boundsAt);
  const faces = reader.u32('the faces of a hull');
  const facesAt = reader.at;
  const ranges = reader.unsigned(2 * faces, 2, 'the faces of a hull');
  const planes = reader.u32('the planes of a hull');
  if (planes !== faces || faces < 2) throw damagedState(`a hull has ${faces} faces and ${planes} planes`, reader.at - 4);
  const planesAt = reader.at;
  checkPlanes(positions, reader.f32s((hullPlaneBytes / 4) * planes, 'the planes of a hull'), planesAt);
  const corners = reader.unsigned(reader.u32('the corners of a hull'), 1, 'the corners of a hull');
  reader.bytes(12, 'the radius and volume of a hull');
  const triangles: number[] = [];
  let next = 0;
  for (let face = 0; face < faces; face++) {
    const [first, count] = [ranges[2 * face], ranges[2 * face + 1]];
    // Jolt writes the corners of the faces in order. Faces that share some would make a small file many triangles.
    if (count < 3 || count > points || first !== next || first + count > corners.length)
      throw damagedState(
        `face ${face} of a hull has ${count} corners from ${first} on, after ${next} of ${corners.length}`,
        facesAt + 4 * face,
      );
    next += count;
    const own = corners.subarray(first, first + count);
    if (own.some((vertex) => vertex >= points))
      throw damagedState(`face ${face} of a hull names a point that it does not have`, facesAt + 4 * face);
    for (let i = 1; i + 1 < count; i++) triangles.push(own[0]!, own[i]!, own[i + 1]!);
  }
  return { centre, surface: { positions, triangles: Uint32Array.from(triangles) } };
}

/**
 * Jolt restores any bounds, and bounds the body by them in its broad phase and in compounds that are built of it. What is outside them is never hit.
 */
function checkBounds(positions: Float32Array, bounds: Float32Array, at: number): void {
  const unfit = positions.findIndex((value, i) => !(value >= bounds[i % 3] && value <= bounds[3 + (i % 3)]));
  if (unfit < 0) return;
  const [axis, point] = [unfit % 3, Math.floor(unfit / 3)];
  const isBelow = !(positions[unfit] >= bounds[axis]);
  throw damagedState(
    `the bounds of a hull ${isBelow ? 'start' : 'end'} at ${bounds[isBelow ? axis : 3 + axis]} along ${'xyz'[axis]}, and point ${point} is at ${positions[unfit]}`,
    at + 4 * (isBelow ? axis : 3 + axis),
  );
}

/** Jolt finds rays by the planes, so they must enclose the points. */
function checkPlanes(positions: Float32Array, planes: Float32Array, at: number): void {
  const size = positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let plane = 0; plane < planes.length; plane += 4) {
    const [x, y, z, w] = [planes[plane], planes[plane + 1], planes[plane + 2], planes[plane + 3]];
    const isUnit = Math.abs(Math.hypot(x, y, z) - 1) <= planeTolerance;
    let highest = -Infinity;
    for (let i = 0; i < positions.length; i += 3)
      highest = Math.max(highest, x * positions[i] + y * positions[i + 1] + z * positions[i + 2] + w);
    if (!isUnit || !(Math.abs(highest) <= planeTolerance * size))
      throw damagedState(`plane ${plane / 4} of a hull does not touch its points from outside`, at + 4 * plane);
  }
}
