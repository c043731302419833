import { invalidArgument } from '../error.ts';

/**
 * One option of a table. The table describes each option once: CLI flags, panel rows, validation and help come from it.
 * Values out of range are rejected with the range, never clamped.
 */
export type Option = IntegerOption | NumberOption | LengthOption | ChoiceOption | FlagOption | TextOption;

interface OptionBase {
  /** Label in a panel. */
  readonly title: string;
  /** What the option does, and the effect of values at each end of the range. */
  readonly meaning: string;
  /** A short phrase for the command line's help, without unit and default; by default the first sentence of `meaning`. */
  readonly summary?: string;
  /** Heading of the group of related options in the command line's help; by default it is "Options". */
  readonly group?: string;
  /** What the number 0 means where it is no amount: `no limit`. Panels show it in place of the unit. */
  readonly zero?: string;
  /** Its former name: still accepted in flags and files, but hidden. */
  readonly formerName?: string;
}

export interface IntegerOption extends OptionBase {
  readonly type: 'integer';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** What is counted: `triangles`. */
  readonly unit: string;
  /** Whether the number is a set of 32 bits: panels show it in hexadecimal, and all bits as `all`. */
  readonly bits?: true;
}

/** A real number: an angle, a ratio. */
export interface NumberOption extends OptionBase {
  readonly type: 'number';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** `degrees`, `of body diagonal`. */
  readonly unit: string;
}

/** A length in mesh units, 0 or more. */
export interface LengthOption extends OptionBase {
  readonly type: 'length';
  readonly min: number;
  readonly default: number;
}

export interface ChoiceOption extends OptionBase {
  readonly type: 'choice';
  /** A line for each choice in the command line's help. Without it, an option with a `summary` lists its choices on one line. */
  readonly choiceSummaries?: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, { readonly title: string; readonly meaning: string }>>;
  readonly default: string;
}

export interface FlagOption extends OptionBase {
  readonly type: 'flag';
  readonly default: boolean;
}

/** Free text. */
export interface TextOption extends OptionBase {
  readonly type: 'text';
  /** Placeholder in the help: `number|name`. */
  readonly placeholder: string;
  readonly default: string;
  /** Meaning of the empty text. */
  readonly defaultMeaning: string;
}

/** Characters. */
const maxTextLength = 1000;

export type OptionTable = Readonly<Record<string, Option>>;

/** The values of the options of a table. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends ChoiceOption
    ? Extract<keyof Table[Name]['choices'], string>
    : Table[Name] extends FlagOption
      ? boolean
      : Table[Name] extends TextOption
        ? string
        : number;
};

/** Returns values with former option names replaced by the current ones. If both are given, the current name wins. */
export function withoutFormerNames(table: OptionTable, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!hasFormerName(table, given)) return given;
  const renamed = Object.entries(table).flatMap(([name, { formerName }]) =>
    formerName === undefined || given[formerName] === undefined ? [] : [[name, given[name] ?? given[formerName], formerName] as const],
  );
  const formerNames = new Set<string>(renamed.map(([, , formerName]) => formerName));
  return Object.fromEntries([
    ...Object.entries(given).filter(([name]) => !formerNames.has(name)),
    ...renamed.map(([name, value]) => [name, value] as const),
  ]);
}

function hasFormerName(table: OptionTable, given: Readonly<Record<string, unknown>>): boolean {
  for (const name in table) {
    const { formerName } = table[name]!;
    if (formerName !== undefined && given[formerName] !== undefined) return true;
  }
  return false;
}

/** Returns the defaults of a table. */
export function defaultValues<Table extends OptionTable>(table: Table): OptionValues<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(table)) values[name] = option.default;
  return values as OptionValues<Table>;
}

/**
 * Returns values from outside (a message, a file, the command line), checked and completed with the defaults.
 * @param nameOf name of an option in errors; the title unless given.
 * @throws InspectorError `invalid-argument` with the option, its value and the valid range.
 */
export function checkValues<Table extends OptionTable>(
  table: Table,
  named: Readonly<Record<string, unknown>>,
  nameOf: (name: string, option: Option) => string = (_, option) => option.title,
): OptionValues<Table> {
  const given = withoutFormerNames(table, named);
  const values: Record<string, unknown> = {};
  // Single queries check their options too: these loops make no arrays.
  for (const name in given) {
    if (Object.hasOwn(given, name) && !Object.hasOwn(table, name)) {
      throw invalidArgument(`Unknown option "${name}"`, `Known options: ${Object.keys(table).join(', ')}`);
    }
  }
  for (const name in table) {
    const option = table[name]!;
    const value = given[name] === undefined ? option.default : given[name];
    const expected = expectedValue(option, value);
    if (expected !== null) throw invalidArgument(`${nameOf(name, option)} cannot be ${JSON.stringify(value)}`, `Use ${expected}`);
    values[name] = value;
  }
  return values as OptionValues<Table>;
}

/** Whether two sets of values are equal. */
export function sameValues<Table extends OptionTable>(table: Table, a: OptionValues<Table>, b: OptionValues<Table>): boolean {
  return Object.keys(table).every((name) => a[name] === b[name]);
}

/** Returns the valid range as text; `null` if the value is valid. */
function expectedValue(option: Option, value: unknown): string | null {
  switch (option.type) {
    case 'integer':
      return Number.isInteger(value) && (value as number) >= option.min && (value as number) <= option.max
        ? null
        : `a whole number from ${option.min} to ${option.max}`;
    case 'number':
      return typeof value === 'number' && value >= option.min && value <= option.max
        ? null
        : `a number from ${option.min} to ${option.max}`;
    case 'length':
      return typeof value === 'number' && value >= option.min && value < Infinity ? null : `a finite length of ${option.min} or more`;
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(option.choices, value) ? null : `one of ${Object.keys(option.choices).join(', ')}`;
    case 'flag':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'text':
      return typeof value === 'string' && value.length <= maxTextLength ? null : `a text of at most ${maxTextLength} characters`;
  }
}
