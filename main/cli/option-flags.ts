import { Option as Flag, type Command } from 'commander';
import { checkValues, flagOf, type Option, type OptionTable, type OptionValues, withoutFormerNames } from '#core/options';

/**
 * Adds one flag for each option of a table: `leafTriangles` becomes `--leaf-triangles <n>`. Former names stay as hidden flags. A brief
 * help has one line for each flag; the manual explains the choices. The help calls the options named in `required` so; the command checks them.
 */
export function addOptionFlags(
  command: Command,
  table: OptionTable,
  style: 'full' | 'brief' = 'full',
  required: readonly string[] = [],
): Command {
  const listed = new Set<object>();
  for (const [name, option] of Object.entries(table)) {
    const placeholder = option.type === 'text' ? ` <${option.placeholder}>` : placeholders[option.type];
    const isListed = option.type === 'choice' && listed.has(option.choices);
    if (option.type === 'choice') listed.add(option.choices);
    const flag = new Flag(`${flagOf(name)}${placeholder}`, describe(option, isListed, style, required.includes(name)));
    command.addOption(option.group === undefined ? flag : flag.helpGroup(`${option.group}:`));
    if (option.formerName !== undefined) command.addOption(new Flag(`${flagOf(option.formerName)}${placeholder}`).hideHelp());
  }
  return command;
}

/**
 * Returns the options of a table from the flags that Commander read.
 * @throws InspectorError `invalid-argument` with the value and the accepted range.
 */
export function readOptionFlags<Table extends OptionTable>(table: Table, flags: Readonly<Record<string, unknown>>): OptionValues<Table> {
  return checkValues(table, givenOptions(table, flags), flagOf);
}

/** Returns the options of a table that were given, for `checkValues`. */
export function givenOptions(table: OptionTable, flags: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  const named = withoutFormerNames(table, flags);
  for (const [name, option] of Object.entries(table)) {
    const value = named[name];
    if (value !== undefined) given[name] = isNumeric(option) ? numberOrText(value) : value;
  }
  return given;
}

/** Returns the flags of a table that were given: `--leaf-triangles`. */
export function givenFlags(table: OptionTable, flags: Readonly<Record<string, unknown>>): readonly string[] {
  const named = withoutFormerNames(table, flags);
  return Object.keys(table)
    .filter((name) => named[name] !== undefined)
    .map(flagOf);
}

const placeholders: Readonly<Record<Exclude<Option['type'], 'text'>, string>> = {
  integer: ' <n>',
  number: ' <x>',
  length: ' <length>',
  choice: ' <name>',
  flag: '',
};

function isNumeric(option: Option): boolean {
  return option.type === 'integer' || option.type === 'number' || option.type === 'length';
}

/** Text that is not a number stays text, so that the error can show it. */
function numberOrText(value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : value;
}

/** Returns the help of an option: summary, unit, range and default, then a line for each choice unless an earlier option lists them. */
function describe(option: Option, isListed: boolean, style: 'full' | 'brief', isRequired: boolean): string {
  const what = option.summary ?? firstSentence(option.meaning);
  const range = isRequired ? '(required)' : rangeOf(option);
  const first = `${what} ${range}`.trimEnd();
  if (option.type !== 'choice' || isListed) return first;
  const { choices, summary, choiceSummaries } = option;
  if (style === 'brief' || (summary !== undefined && choiceSummaries === undefined))
    return `${what}: ${inWords(Object.keys(choices))} ${range}`;
  const width = Math.max(...Object.keys(choices).map((name) => name.length));
  const lines = Object.entries(choices).map(
    ([name, { meaning }]) => `${name.padEnd(width)}  ${choiceSummaries?.[name] ?? firstClause(meaning)}`,
  );
  return [first, ...lines].join('\n');
}

function rangeOf(option: Option): string {
  switch (option.type) {
    case 'integer':
    case 'number':
      return `(${option.unit === '' ? '' : `${option.unit}, `}${limits(option.min, option.max)}, default ${shortNumber(option.default)})`;
    case 'length':
      return `(mesh units, ${option.min} or more, default ${option.default})`;
    case 'choice':
      return `(default ${option.default})`;
    case 'flag':
      return '';
    case 'text':
      return `(default ${option.defaultMeaning})`;
  }
}

/** A maximum from here on only guards against mistakes. */
const hugeMaximum = 1e6;

function limits(min: number, max: number): string {
  return max >= hugeMaximum ? `${shortNumber(min)} or more` : `${shortNumber(min)} to ${shortNumber(max)}`;
}

/** The shorter of `0.00001` and `1e-5`. */
function shortNumber(value: number): string {
  const plain = String(value);
  const exponential = value.toExponential().replace('+', '');
  return exponential.length < plain.length ? exponential : plain;
}

/** `apart, with or only` */
function inWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function firstSentence(text: string): string {
  return /^.*?(?=[.:;](?:\s|$))/.exec(text)?.[0] ?? text;
}

/** In lower case, as a label. */
function firstClause(text: string): string {
  const clause = firstSentence(text);
  return /^[A-Z][a-z ]/.test(clause) ? clause.charAt(0).toLowerCase() + clause.slice(1) : clause;
}
