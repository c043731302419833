import {
  boundaryEdgesWord, edgesWord, inconsistentEdgesWord, isOpenWord, isUnlikeWord, mayCoincideWord, nonManifoldEdgesWord, plainTrianglesWord,
  repeatedTrianglesWord,
} from '../../layouts/study';
import { allocate, release } from '../arena';
import { areFinite, indices, positions, useIndices, vertexAt, vertices } from '../mesh';
import { setCount } from './counts';
import {
  around, aroundFirst, corners, edgeFirst, edgeSides, edgeVertices, named, none, nonFinite, plain, repeatedVertex, sideEdges, states, triangles, used,
  welded,
} from './tables';

/** Scratch from `beginEdges` to the end of `makeEdges`: (V + 1) u32 ends of the keys of each vertex. */
let ends: usize = 0;
/** Three sides of each plain triangle. */
let sides: u32 = 0;

/** Writes corners and states of triangles, as `core/mesh/topology.ts` does, and counts the sides of each lower vertex; false without memory. */
export function beginEdges(): bool {
  ends = allocate(4 * <usize>vertices + 4);
  if (ends == 0) return false;
  memory.fill(ends, 0, 4 * <usize>vertices + 4);
  memory.fill(used, 0, vertices);
  memory.fill(named, 0, vertices);
  sides = readCorners(ends);
  return true;
}

/**
 * After `beginEdges`, writes the corners around each vertex, as `core/mesh/vertex-corners.ts` does. It only needs corners and states of triangles, so another
 * thread may do it meanwhile.
 */
export function findCornersAround(): void {
  memory.fill(aroundFirst, 0, 4 * <usize>vertices + 8);
  for (let t: usize = 0; t < <usize>triangles; t++) {
    if (load<u8>(states + t) != plain) continue;
    const at = corners + 12 * t;
    // Two words after that of the vertex.
    tally(aroundFirst + 4 * <usize>load<u32>(at) + 4);
    tally(aroundFirst + 4 * <usize>load<u32>(at, 4) + 4);
    tally(aroundFirst + 4 * <usize>load<u32>(at, 8) + 4);
  }
  for (let vertex: usize = 0; vertex < <usize>vertices; vertex++) {
    const slot = aroundFirst + 4 * vertex;
    store<u32>(slot, load<u32>(slot, 8) + load<u32>(slot, 4), 8);
  }
  for (let t: usize = 0; t < <usize>triangles; t++) {
    if (load<u8>(states + t) != plain) continue;
    const at = corners + 12 * t, corner = <u32>(3 * t);
    putCorner(load<u32>(at), corner);
    putCorner(load<u32>(at, 4), corner + 1);
    putCorner(load<u32>(at, 8), corner + 2);
  }
}

/**
 * After `beginEdges`, writes edges, as `core/mesh/topology.ts` does, and counts of edges. From here on the indices of the mesh are those of welded
 * vertices. False without memory.
 */
export function makeEdges(): bool {
  // Eight keys at a time are read, and more than four of them are sorted elsewhere.
  const keys = allocate(8 * <usize>sides + 64), few = allocate(96);
  if (keys == 0 || few == 0) return false;
  for (let vertex: usize = 0; vertex < <usize>vertices; vertex++) {
    const at = ends + 4 * vertex;
    store<u32>(at, load<u32>(at, 4) + load<u32>(at), 4);
  }
  scatter(ends, keys);
  if (sides < 3 * triangles) memory.fill(sideEdges, 0xff, 12 * <usize>triangles);
  joinSides(ends, keys, few, sides);
  release(ends);
  useIndices(corners);
  return true;
}

/** Counts sides by their lower vertex, one word after its own. Returns the number of sides. */
function readCorners(ends: usize): u32 {
  let repeated: u32 = 0, plains: u32 = 0;
  const mayBeLost = !areAllFinite();
  for (let t: usize = 0; t < <usize>triangles; t++) {
    const from = indices + 12 * t, to = corners + 12 * t;
    store<u8>(named + <usize>load<u32>(from), 1);
    store<u8>(named + <usize>load<u32>(from, 4), 1);
    store<u8>(named + <usize>load<u32>(from, 8), 1);
    const a = weldedAt(from), b = weldedAt(from + 4), c = weldedAt(from + 8);
    store<u32>(to, a);
    store<u32>(to, b, 4);
    store<u32>(to, c, 8);
    if (mayBeLost && !areFinite(vertexAt(from), vertexAt(from + 4), vertexAt(from + 8))) {
      store<u8>(states + t, nonFinite);
      continue;
    }
    store<u8>(used + <usize>a, 1);
    store<u8>(used + <usize>b, 1);
    store<u8>(used + <usize>c, 1);
    if (a == b || b == c || c == a) {
      store<u8>(states + t, repeatedVertex);
      repeated++;
      continue;
    }
    store<u8>(states + t, plain);
    plains++;
    tally(ends + 4 * <usize>min(a, b));
    tally(ends + 4 * <usize>min(b, c));
    tally(ends + 4 * <usize>min(c, a));
  }
  setCount(plainTrianglesWord, plains);
  setCount(repeatedTrianglesWord, repeated);
  return 3 * plains;
}

/** Returns whether all coordinates are finite. */
function areAllFinite(): bool {
  let sum = f64x2.splat(0);
  const end = positions + 24 * <usize>vertices;
  let at = positions;
  for (; at + 16 <= end; at += 16) {
    const pair = v128.load(at);
    sum = f64x2.add(sum, f64x2.sub(pair, pair));
  }
  const last = at < end ? load<f64>(at) : 0;
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1) + (last - last) == 0;
}

// @ts-ignore: decorator
@inline
function weldedAt(index: usize): u32 {
  return load<u32>(welded + 4 * <usize>load<u32>(index));
}

/** Increments the next word. */
// @ts-ignore: decorator
@inline
function tally(at: usize): void {
  store<u32>(at, load<u32>(at, 4) + 1, 4);
}

/**
 * Writes every side as a key to the keys of its lower vertex. A key is the higher vertex, above twice the
 * index of the side, plus 1 where the side runs to the higher vertex. The keys of a vertex come by their sides.
 */
function scatter(ends: usize, keys: usize): void {
  for (let t: usize = 0; t < <usize>triangles; t++) {
    if (load<u8>(states + t) != plain) continue;
    const at = corners + 12 * t, side = <u32>(3 * t);
    const a = load<u32>(at), b = load<u32>(at, 4), c = load<u32>(at, 8);
    putSide(ends, keys, a, b, side);
    putSide(ends, keys, b, c, side + 1);
    putSide(ends, keys, c, a, side + 2);
  }
}

// @ts-ignore: decorator
@inline
function putSide(ends: usize, keys: usize, from: u32, to: u32, side: u32): void {
  const slot = ends + 4 * <usize>min(from, to);
  const place = load<u32>(slot);
  store<u32>(slot, place + 1);
  store<u64>(keys + 8 * <usize>place, (<u64>max(from, to) << 32) | <u64>(2 * side + (from < to ? 1 : 0)));
}

// @ts-ignore: decorator
@inline
function putCorner(vertex: u32, corner: u32): void {
  const slot = aroundFirst + 4 * <usize>vertex + 4;
  const place = load<u32>(slot);
  store<u32>(slot, place + 1);
  store<u32>(around + 4 * <usize>place, corner);
}

function joinSides(ends: usize, keys: usize, few: usize, sides: u32): void {
  let edges: u32 = 0, boundary: u32 = 0, manySided: u32 = 0, inconsistent: u32 = 0, coincide: u32 = 0, open: u32 = 0, unlike: u32 = 0;
  let from: u32 = 0;
  for (let low: u32 = 0; low < vertices; low++) {
    const end = load<u32>(ends + 4 * <usize>low), sorted = sortKeys(keys + 8 * <usize>from, few, end - from);
    for (let i = from; i < end; ) {
      const at = sorted + 8 * <usize>(i - from);
      const high = load<u32>(at, 4), first = i;
      store<u32>(edgeVertices + 8 * <usize>edges, low);
      store<u32>(edgeVertices + 8 * <usize>edges, high, 4);
      store<u32>(edgeFirst + 4 * <usize>edges, first);
      if (i + 1 < end && load<u32>(at, 12) == high && !(i + 2 < end && load<u32>(at, 20) == high)) {
        // Most edges have two sides.
        const one = load<u32>(at), other = load<u32>(at, 8);
        inconsistent += 1 - ((one ^ other) & 1);
        if (putOnEdge(i, one >> 1, edges) == putOnEdge(i + 1, other >> 1, edges)) coincide = 1;
        i += 2;
      } else {
        let forward: u32 = 0, third = none;
        do {
          const key = load<u32>(sorted + 8 * <usize>(i - from));
          forward += key & 1;
          const across = putOnEdge(i, key >> 1, edges);
          if (across == third) coincide = 1;
          third = across;
          i++;
        } while (i < end && load<u32>(sorted + 8 * <usize>(i - from), 4) == high);
        const count = i - first;
        if (count == 1) boundary++;
        else {
          manySided++;
          coincide = 1;
        }
        if ((count & 1) == 1) open = 1;
        else if (2 * forward != count) unlike = 1;
      }
      edges++;
    }
    from = end;
  }
  store<u32>(edgeFirst + 4 * <usize>edges, sides);
  setCount(edgesWord, edges);
  setCount(boundaryEdgesWord, boundary);
  setCount(nonManifoldEdgesWord, manySided);
  setCount(inconsistentEdgesWord, inconsistent);
  setCount(mayCoincideWord, coincide);
  setCount(isOpenWord, open);
  setCount(isUnlikeWord, inconsistent > 0 ? 1 : unlike);
}

/** Writes a side of an edge and returns the vertex across. */
// @ts-ignore: decorator
@inline
function putOnEdge(at: u32, side: u32, edge: u32): u32 {
  store<u32>(edgeSides + 4 * <usize>at, side);
  store<u32>(sideEdges + 4 * <usize>side, edge);
  return load<u32>(corners + 4 * <usize>(side % 3 == 0 ? side + 2 : side - 1));
}

/** Max number of keys for insertion sort. */
const maxInserted: u32 = 32;

/** Sorts distinct keys, ascending, and returns their address: `few` for at most eight, which are most, else `keys` itself. */
function sortKeys(keys: usize, few: usize, count: u32): usize {
  if (count <= 8) {
    sortFew(keys, few, count);
    return few;
  }
  if (count > maxInserted) {
    sortMany(keys, count);
    return keys;
  }
  const end = keys + 8 * <usize>count;
  for (let at = keys + 8; at < end; at += 8) {
    const key = load<u64>(at);
    let to = at;
    for (; to > keys && load<u64>(to - 8) > key; to -= 8) store<u64>(to, load<u64>(to - 8));
    store<u64>(to, key);
  }
  return keys;
}

/**
 * Writes at most eight keys to `few` in order. Their places are counted without branches: a key follows those with lower vertices, and those before it
 * with the same vertex.
 */
function sortFew(keys: usize, few: usize, count: u32): void {
  const highs = v128.shuffle<u32>(v128.load(keys), v128.load(keys, 16), 1, 3, 5, 7);
  const moreHighs = v128.shuffle<u32>(v128.load(keys, 32), v128.load(keys, 48), 1, 3, 5, 7);
  const numbers = i32x4(0, 1, 2, 3), moreNumbers = i32x4(4, 5, 6, 7);
  let places = i32x4.splat(0), morePlaces = places;
  for (let i: u32 = 0; i < count; i++) {
    const high = v128.load32_splat(keys + 8 * <usize>i, 4), number = i32x4.splat(i);
    places = i32x4.sub(places, i32x4.gt_s(highs, i32x4.add(high, i32x4.gt_s(numbers, number))));
    morePlaces = i32x4.sub(morePlaces, i32x4.gt_s(moreHighs, i32x4.add(high, i32x4.gt_s(moreNumbers, number))));
  }
  v128.store(few, places, 64);
  v128.store(few, morePlaces, 80);
  for (let i: usize = 0; i < <usize>count; i++) store<u64>(few + 8 * <usize>load<u32>(few + 4 * i, 64), load<u64>(keys + 8 * i));
}

/** Heapsort: in place, and equally fast for any order. */
function sortMany(keys: usize, count: u32): void {
  for (let i = count >> 1; i > 0; i--) sink(keys, i - 1, count);
  for (let last = count - 1; last > 0; last--) {
    const top = load<u64>(keys);
    store<u64>(keys, load<u64>(keys + 8 * <usize>last));
    store<u64>(keys + 8 * <usize>last, top);
    sink(keys, 0, last);
  }
}

function sink(keys: usize, from: u32, count: u32): void {
  const key = load<u64>(keys + 8 * <usize>from);
  let at = from;
  for (;;) {
    let child: u32 = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && load<u64>(keys + 8 * <usize>(child + 1)) > load<u64>(keys + 8 * <usize>child)) child++;
    const larger = load<u64>(keys + 8 * <usize>child);
    if (larger <= key) break;
    store<u64>(keys + 8 * <usize>at, larger);
    at = child;
  }
  store<u64>(keys + 8 * <usize>at, key);
}
