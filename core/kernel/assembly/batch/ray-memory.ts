import { rayBytes, rayRoomStep } from '../../layouts/batch';
import { allocate } from '../arena';
import { sortTableBytes } from '../sort-keys';
import { preparedBytes } from './prepared-ray';
import { turnBytes } from './turn';

/** The address of the rays of a batch, and for how many there is room; see `layouts/batch.ts`. */
export let rays: usize = 0;
export let rayRoom: u32 = 0;

/** Addresses: f64 x 3 origins and directions, f64 maximum distances; i32 triangles, f64 distances. */
export let rayOrigins: usize = 0;
export let rayDirections: usize = 0;
export let rayLimits: usize = 0;
export let rayTriangles: usize = 0;
export let rayDistances: usize = 0;
/** Two lists of u64: a code above the number of a ray. */
export let keys: usize = 0;
export let spareKeys: usize = 0;
/** For the counts of `sortKeys`. */
export let sortTable: usize = 0;

/** Rays that are cast together: few enough that all this stays in the L1 cache. */
export const groupRays: u32 = 128;
/** The address of copied rays: f64 x 3 origins, f64 x 3 directions, f64 maximum distances. */
let copies: usize = 0;
/** The rays of the group, in the lists of the batch or copied; their numbers; records of `prepared-ray.ts`. */
export let groupOrigins: usize = 0;
export let groupDirections: usize = 0;
export let groupLimits: usize = 0;
export let groupIds: usize = 0;
export let prepared: usize = 0;
/** u32 index in the group and u32 place of each hit. */
export let groupHits: usize = 0;
/** u32 addresses of the prepared rays that are traced. */
export let groupList: usize = 0;
/** The two rays under way: see `trace-rays.ts`. */
export let turns: usize = 0;

/** Reserves memory for a batch of up to `count` rays. Returns for how many there is room: fewer, where there is no memory for all; 0 without any. */
export function reserveRays(count: u32): u32 {
  const room = (count + rayRoomStep - 1) & ~(rayRoomStep - 1);
  if (room <= rayRoom || !reserveGroup()) return rayRoom;
  const n = <usize>room;
  const at = allocate((<usize>rayBytes + 16) * n);
  if (at == 0) return rayRoom;
  rays = at;
  rayRoom = room;
  rayOrigins = at;
  rayDirections = at + 24 * n;
  rayLimits = at + 48 * n;
  rayDistances = at + 56 * n;
  rayTriangles = at + 64 * n;
  keys = at + 72 * n;
  spareKeys = keys + 8 * n;
  return room;
}

function reserveGroup(): bool {
  if (copies != 0) return true;
  const n = <usize>groupRays;
  sortTable = allocate(sortTableBytes);
  const at = allocate((56 + preparedBytes + 8 + 4 + 4) * n + 2 * turnBytes);
  if (at == 0 || sortTable == 0) return false;
  copies = at;
  prepared = at + 56 * n;
  groupHits = prepared + preparedBytes * n;
  groupIds = groupHits + 8 * n;
  groupList = groupIds + 4 * n;
  turns = groupList + 4 * n;
  return true;
}

/** Takes the rays from `first` on of the batch as the group, in their places. */
export function useRays(first: u32): void {
  groupOrigins = rayOrigins + 24 * <usize>first;
  groupDirections = rayDirections + 24 * <usize>first;
  groupLimits = rayLimits + 8 * <usize>first;
}

/** Takes copied rays as the group. */
export function useCopies(): void {
  groupOrigins = copies;
  groupDirections = copies + 24 * <usize>groupRays;
  groupLimits = copies + 48 * <usize>groupRays;
}
