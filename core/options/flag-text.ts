import type { OptionTable } from './option.ts';

/** Returns the command line's flag of an option: `leafTriangles` becomes `--leaf-triangles`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Returns the flags of the values that differ from the defaults, as words of a command line. A flag that is off and a value that is missing have no words. */
export function changedFlags(table: OptionTable, values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(table).flatMap(([name, option]) => {
    const value = values[name];
    if (value === undefined || value === option.default || value === false) return [];
    return value === true ? [flagOf(name)] : [flagOf(name), String(value)];
  });
}
