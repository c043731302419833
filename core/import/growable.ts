import { refuse } from './refuse.ts';

/** Typed arrays that grow, for parsers that do not know the final length. */
export interface GrowableF64 {
  values: Float64Array;
  length: number;
}

export interface GrowableU32 {
  values: Uint32Array;
  length: number;
}

export function growableF64(capacity: number): GrowableF64 {
  return { values: allocate(() => new Float64Array(capacity)), length: 0 };
}

export function growableU32(capacity: number): GrowableU32 {
  return { values: allocate(() => new Uint32Array(capacity)), length: 0 };
}

/** Appends three numbers. Hot. */
export function pushThreeF64(list: GrowableF64, x: number, y: number, z: number): void {
  if (list.length + 3 > list.values.length) growF64(list, list.length + 3);
  const { values, length } = list;
  values[length] = x;
  values[length + 1] = y;
  values[length + 2] = z;
  list.length = length + 3;
}

/** Appends a number. Hot. */
export function pushF64(list: GrowableF64, value: number): void {
  if (list.length === list.values.length) growF64(list, list.length + 1);
  list.values[list.length++] = value;
}

/** Appends three numbers. Hot. */
export function pushThreeU32(list: GrowableU32, a: number, b: number, c: number): void {
  if (list.length + 3 > list.values.length) growU32(list, list.length + 3);
  const { values, length } = list;
  values[length] = a;
  values[length + 1] = b;
  values[length + 2] = c;
  list.length = length + 3;
}

/** Appends a number. Hot. */
export function pushU32(list: GrowableU32, value: number): void {
  if (list.length === list.values.length) growU32(list, list.length + 1);
  list.values[list.length++] = value;
}

/** Returns the filled part in memory of its own size. */
export function takeF64(list: GrowableF64): Float64Array {
  return list.length === list.values.length ? list.values : allocate(() => list.values.slice(0, list.length));
}

export function takeU32(list: GrowableU32): Uint32Array {
  return list.length === list.values.length ? list.values : allocate(() => list.values.slice(0, list.length));
}

/**
 * Returns what `make` allocates.
 * @throws InspectorError `too-large` if the engine cannot allocate it.
 */
export function allocate<T>(make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw refuse('too-large', 'There is not enough memory for this mesh', 'Close other documents, or split the file into parts');
  }
}

function growF64(list: GrowableF64, wanted: number): void {
  const larger = allocate(() => new Float64Array(grownCapacity(list.values.length, wanted)));
  larger.set(list.values);
  list.values = larger;
}

function growU32(list: GrowableU32, wanted: number): void {
  const larger = allocate(() => new Uint32Array(grownCapacity(list.values.length, wanted)));
  larger.set(list.values);
  list.values = larger;
}

/**
 * Returns a capacity half as large again: at most a third of the memory is unused, and each value is copied about
 * twice.
 */
function grownCapacity(capacity: number, wanted: number): number {
  return Math.max(wanted, 3 * 64, capacity + Math.floor(capacity / 2));
}
