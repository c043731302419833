import { hitBytes, hitLaneByte } from '../../layouts/query-result';
import { allocate } from '../arena';
import { hitCount, hits } from '../hits';
import { storeClosest } from '../result';
import { closestFeature, farthest, firstVertexCode, offsetX, offsetY, offsetZ, unsureFeature } from './closest-triangle';
import { ax, ay, az, bx, by, bz, cx, cy, cz, readCorners } from './corners';

/** Maximum number of candidates; more are left to the host. */
const maxDecided: u32 = 32;

/** Record of a candidate: f64 min distance, offset x 3, the ends of its closest feature x 6 (twice the vertex for a vertex), u32 triangle, i32 code. */
const offsetByte: usize = 8;
const endByte: usize = 32;
const triangleByte: usize = 80;
const codeByte: usize = 84;
const recordBytes: usize = 88;
let records: usize = 0;

/** Relative error of a distance, by the farthest vertex along an axis: four times the bound of `closestPointTriangle`. */
const tolerance: f64 = 4e-12;
/** Distances below it may have lost digits to underflow. */
const minLength: f64 = 1e-144;

export function reserveClosest(): bool {
  records = allocate(recordBytes * <usize>maxDecided);
  return records != 0;
}

/**
 * Decides among the candidates where f64 can: where one is left, or all have the same vertex or edge as their closest feature. Then stores the
 * candidate with the lowest index in the result, bit for bit as JavaScript would. Returns false, for the host to decide, in all doubtful cases.
 */
export function decideClosest(px: f64, py: f64, pz: f64, within: f64): bool {
  const count = hitCount;
  if (count > maxDecided) return false;
  let upper = f64.POSITIVE_INFINITY;
  let end = records;
  for (let i: u32 = 0; i < count; i++) {
    const hit = hits + hitBytes * <usize>i;
    const triangle = load<u32>(hit);
    readCorners(triangle, <usize>load<u32>(hit, hitLaneByte));
    const code = closestFeature(px, py, pz, ax, ay, az, bx, by, bz, cx, cy, cz);
    if (code == unsureFeature) return false;
    const distance = sqrt(offsetX * offsetX + offsetY * offsetY + offsetZ * offsetZ);
    const error = tolerance * farthest + minLength;
    if (distance - error > upper) continue;
    upper = min(upper, distance + error);
    store<f64>(end, distance - error);
    store<f64>(end, offsetX, offsetByte);
    store<f64>(end, offsetY, offsetByte + 8);
    store<f64>(end, offsetZ, offsetByte + 16);
    store<u32>(end, triangle, triangleByte);
    store<i32>(end, code, codeByte);
    if (count > 1) storeEnds(end + endByte, code);
    end += recordBytes;
  }
  // False also where squares overflow.
  if (!(upper <= within && upper < f64.POSITIVE_INFINITY)) return false;
  let first: usize = 0, lowest: usize = 0;
  for (let at = records; at < end; at += recordBytes) {
    if (load<f64>(at) > upper) continue;
    if (first == 0) {
      first = at;
      lowest = at;
      continue;
    }
    if (!isSameFeature(first, at)) return false;
    if (load<u32>(at, triangleByte) < load<u32>(lowest, triangleByte)) lowest = at;
  }
  if (first == 0) return false;
  const qx = load<f64>(lowest, offsetByte), qy = load<f64>(lowest, offsetByte + 8), qz = load<f64>(lowest, offsetByte + 16);
  storeClosest(load<u32>(lowest, triangleByte), sqrt(qx * qx + qy * qy + qz * qz), px + qx, py + qy, pz + qz);
  return true;
}

/** Stores the ends of an edge by its code, 1 to 3, or a vertex twice, 4 to 6; nothing for the face. */
function storeEnds(at: usize, code: i32): void {
  if (code == 0) return;
  const from = code >= firstVertexCode ? code - firstVertexCode : code - 1;
  storeCorner(at, from);
  storeCorner(at + 24, code >= firstVertexCode ? from : from == 2 ? 0 : from + 1);
}

function storeCorner(at: usize, index: i32): void {
  store<f64>(at, index == 0 ? ax : index == 1 ? bx : cx);
  store<f64>(at, index == 0 ? ay : index == 1 ? by : cy, 8);
  store<f64>(at, index == 0 ? az : index == 1 ? bz : cz, 16);
}

/** Returns whether two candidates have the same vertex, or the same edge in either direction. Faces are never the same. */
function isSameFeature(p: usize, q: usize): bool {
  const code = load<i32>(p, codeByte), other = load<i32>(q, codeByte);
  if (code == 0 || other == 0 || code >= firstVertexCode != other >= firstVertexCode) return false;
  const ours = p + endByte, theirs = q + endByte;
  return (isSameAt(ours, theirs) && isSameAt(ours + 24, theirs + 24)) || (isSameAt(ours, theirs + 24) && isSameAt(ours + 24, theirs));
}

// @ts-ignore: decorator
@inline
function isSameAt(p: usize, q: usize): bool {
  return load<f64>(p) == load<f64>(q) && load<f64>(p, 8) == load<f64>(q, 8) && load<f64>(p, 16) == load<f64>(q, 16);
}
