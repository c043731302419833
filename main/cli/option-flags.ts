import { Option as Flag, type Command } from 'commander';
import { checkValues, withoutFormerNames, type Option, type OptionTable, type OptionValues } from '#core/options/option';

/** Adds one flag for each option of a table: `leafTriangles` becomes `--leaf-triangles <count>`. Former names stay as hidden flags. */
export function addOptionFlags(command: Command, table: OptionTable): Command {
  for (const [name, option] of Object.entries(table)) {
    const placeholder = option.type === 'text' ? ` <${option.placeholder}>` : placeholders[option.type];
    command.option(`${flagOf(name)}${placeholder}`, describe(option));
    if (option.formerName !== undefined) command.addOption(new Flag(`${flagOf(option.formerName)}${placeholder}`).hideHelp());
  }
  return command;
}

/**
 * The options of a table among the flags that Commander read.
 * @throws InspectorError `invalid-argument` with what came and what is wanted.
 */
export function readOptionFlags<Table extends OptionTable>(table: Table, flags: Readonly<Record<string, unknown>>): OptionValues<Table> {
  return checkValues(table, givenOptions(table, flags), flagOf);
}

/** Those that were given, as they came: `checkValues` is to see them. */
export function givenOptions(table: OptionTable, flags: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  const named = withoutFormerNames(table, flags);
  for (const [name, option] of Object.entries(table)) {
    const value = named[name];
    if (value !== undefined) given[name] = isNumeric(option) ? numberOrText(value) : value;
  }
  return given;
}

/** Which flags of a table were given, as they are written: `--leaf-triangles`. */
export function givenFlags(table: OptionTable, flags: Readonly<Record<string, unknown>>): readonly string[] {
  const named = withoutFormerNames(table, flags);
  return Object.keys(table)
    .filter((name) => named[name] !== undefined)
    .map(flagOf);
}

/** `leafTriangles` as it is written: `--leaf-triangles`. */
export function flagOf(name: string): string {
  return `--${kebab(name)}`;
}

const placeholders: Readonly<Record<Exclude<Option['type'], 'text'>, string>> = {
  integer: ' <count>',
  number: ' <number>',
  length: ' <length>',
  choice: ' <name>',
  flag: '',
};

function isNumeric(option: Option): boolean {
  return option.type === 'integer' || option.type === 'number' || option.type === 'length';
}

/** Text that is no number stays text, so that the refusal can show it. */
function numberOrText(value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : value;
}

function describe(option: Option): string {
  return `${option.meaning} ${rangeOf(option)}`;
}

function rangeOf(option: Option): string {
  switch (option.type) {
    case 'integer':
    case 'number':
      return `(${option.unit}, ${option.min} to ${option.max}, default ${option.default})`;
    case 'length':
      return `(mesh units, ${option.min} or more, default ${option.default})`;
    case 'choice': {
      const choices = Object.entries(option.choices).map(([name, { meaning }]) => `${name}: ${meaning}`);
      return `${choices.join(' ')} (default ${option.default})`;
    }
    case 'flag':
      return '(default off)';
    case 'text':
      return `(default ${option.defaultMeaning})`;
  }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
