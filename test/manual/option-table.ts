import type { Option, OptionTable } from '#core/options/option';
import { row } from './region.ts';

/** Makes a table of options in Markdown: name, values, default and the whole meaning, with that of each choice. */
export function optionTable(table: OptionTable, nameOf: (name: string) => string = (name) => name): string {
  const rows = Object.entries(table).map(([name, option]) =>
    row(`\`${nameOf(name)}\``, valuesOf(option), defaultOf(option), meaningOf(option)),
  );
  return [row('option', 'values', 'default', 'meaning'), '|---|---|---|---|', ...rows].join('\n');
}

/** Makes the interface of the values of options, as `OptionValues` resolves it. */
export function optionInterface(name: string, table: OptionTable): string {
  const fields = Object.entries(table).map(([field, option]) => `  readonly ${field}: ${typeOf(option)};`);
  return [`export interface ${name} {`, ...fields, '}'].join('\n');
}

export function isOptionTable(value: unknown): value is OptionTable {
  const options = typeof value === 'object' && value !== null ? Object.values(value as Readonly<Record<string, unknown>>) : [];
  return (
    options.length > 0 &&
    options.every((option) => typeof option === 'object' && option !== null && 'meaning' in option && 'default' in option)
  );
}

function valuesOf(option: Option): string {
  switch (option.type) {
    case 'integer':
    case 'number':
      return `${option.min} to ${option.max} ${option.unit}`;
    case 'length':
      return `${option.min} or more mesh units`;
    case 'choice':
      return codes(Object.keys(option.choices)).join(', ');
    case 'flag':
      return codes(['true', 'false']).join(', ');
    case 'text':
      return option.placeholder;
  }
}

function defaultOf(option: Option): string {
  return option.type === 'text' ? option.defaultMeaning : option.type === 'choice' ? `\`${option.default}\`` : String(option.default);
}

function meaningOf(option: Option): string {
  if (option.type !== 'choice') return option.meaning;
  return [option.meaning, ...Object.entries(option.choices).map(([name, { meaning }]) => `\`${name}\`: ${meaning}`)].join(' ');
}

function typeOf(option: Option): string {
  switch (option.type) {
    case 'integer':
    case 'number':
    case 'length':
      return 'number';
    case 'choice':
      return Object.keys(option.choices)
        .map((name) => `'${name}'`)
        .join(' | ');
    case 'flag':
      return 'boolean';
    case 'text':
      return 'string';
  }
}

function codes(names: readonly string[]): readonly string[] {
  return names.map((name) => `\`${name}\``);
}
