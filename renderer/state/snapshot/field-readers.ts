/** Readers of values from outside. Fields that no reader names are ignored: a later version may have written them. */
import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math';
import { checkValues, type OptionTable, type OptionValues } from '#core/options';

/** Returns a checked value; `pointer` is its JSON pointer. @throws InspectorError `malformed`. */
export type Reader<Value> = (value: unknown, pointer: string) => Value;

/** Reads a record. A missing field is passed to its reader as `undefined`. */
export function fields<Shape>(readers: { readonly [Name in keyof Shape]: Reader<Shape[Name]> }): Reader<Shape> {
  const names = Object.keys(readers) as (keyof Shape & string)[];
  return (value, pointer) => {
    const given = recordAt(value, pointer);
    return Object.fromEntries(names.map((name) => [name, readers[name](given[name], `${pointer}/${name}`)])) as Shape;
  };
}

/** Reads a record whose `kind` decides about its other fields. */
export function byKind<Shape extends { readonly kind: string }>(
  readers: {
    readonly [Kind in Shape['kind']]: Reader<Omit<Extract<Shape, { readonly kind: Kind }>, 'kind'>>;
  },
): Reader<Shape> {
  return (value, pointer) => {
    const kind = oneOf(Object.keys(readers) as Shape['kind'][])(recordAt(value, pointer)['kind'], `${pointer}/kind`);
    // The reader of that kind makes the rest.
    return { kind, ...readers[kind](value, pointer) } as unknown as Shape;
  };
}

/** Reads a value that may be missing, which gives `fallback`. */
export function or<Value>(read: Reader<Value>, fallback: Value): Reader<Value> {
  return (value, pointer) => (value === undefined ? fallback : read(value, pointer));
}

/** Reads a value or `null`; a missing one is `null`. */
export function nullable<Value>(read: Reader<Value>): Reader<Value | null> {
  return (value, pointer) => (value === undefined || value === null ? null : read(value, pointer));
}

export function checkedList<Value>(read: Reader<Value>, max = 1_000_000): Reader<readonly Value[]> {
  return (value, pointer) => {
    if (!Array.isArray(value) || value.length > max) throw malformedAt(pointer, `a list of at most ${max} values`);
    return value.map((item, i) => read(item, `${pointer}/${i}`));
  };
}

/** Reads a record of values by any name, at most `max` of them. */
export function recordOf<Value>(read: Reader<Value>, max: number): Reader<Readonly<Record<string, Value>>> {
  return (value, pointer) => {
    const given = Object.entries(recordAt(value, pointer));
    if (given.length > max) throw malformedAt(pointer, `at most ${max} values`);
    return Object.fromEntries(given.map(([name, item]) => [name, read(item, `${pointer}/${name}`)]));
  };
}

export function oneOf<Value extends string>(values: readonly Value[]): Reader<Value> {
  return (value, pointer) => {
    const found = values.find((known) => known === value);
    if (found === undefined) throw malformedAt(pointer, `one of ${values.join(', ')}`);
    return found;
  };
}

export const flag: Reader<boolean> = (value, pointer) => {
  if (typeof value !== 'boolean') throw malformedAt(pointer, 'true or false');
  return value;
};

export function textUpTo(max: number): Reader<string> {
  return (value, pointer) => {
    if (typeof value !== 'string' || value.length > max) throw malformedAt(pointer, `a text of at most ${max} characters`);
    return value;
  };
}

/** A finite number from `min` to `max`. */
export function numberFrom(min = -Infinity, max = Infinity): Reader<number> {
  return (value, pointer) => {
    if (typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max) return value;
    const range = min === -Infinity ? '' : max === Infinity ? ` of ${min} or more` : ` from ${min} to ${max}`;
    throw malformedAt(pointer, `a finite number${range}`);
  };
}

export const index: Reader<number> = (value, pointer) => {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= 2 ** 32) throw malformedAt(pointer, 'a whole number');
  return value as number;
};

export const finiteVector: Reader<Vec3> = (value, pointer) => {
  const [x, y, z] = checkedList(numberFrom(), 3)(value, pointer);
  if (x === undefined || y === undefined || z === undefined) throw malformedAt(pointer, 'three numbers');
  return [x, y, z];
};

/** Reads the values of an option table; missing and unknown ones are as `checkValues` and as all unknown fields. */
export function options<Table extends OptionTable>(table: Table): Reader<OptionValues<Table>> {
  return (value, pointer) => {
    const given = Object.entries(recordAt(value, pointer)).filter(([name]) => Object.hasOwn(table, name));
    try {
      return checkValues(table, Object.fromEntries(given));
    } catch (thrown) {
      if (!(thrown instanceof InspectorError)) throw thrown;
      throw malformed(pointer, thrown.message, thrown.fix);
    }
  };
}

function recordAt(value: unknown, pointer: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformedAt(pointer, 'an object');
  return value as Readonly<Record<string, unknown>>;
}

/** Returns the error for a value that is not as expected. */
export function malformedAt(pointer: string, expected: string): InspectorError {
  return malformed(pointer, `Expected ${expected}`, 'Save it again, or open an older copy');
}

function malformed(pointer: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'malformed', message, fix, location: { pointer } });
}
