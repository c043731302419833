import { invalidArgument } from '../error.ts';

/**
 * One table describes every option once; the command line's flags, the panel's rows, the validation and the help come
 * from it. Values out of range are refused with the range, never clamped in silence.
 */
export type Option = IntegerOption | NumberOption | LengthOption | ChoiceOption | FlagOption | TextOption;

interface OptionBase {
  /** What a panel calls it. */
  readonly title: string;
  /** One sentence: what it does, and what goes wrong at each end. */
  readonly meaning: string;
  /** Its name before it was renamed: still read from flags and files, no longer shown. */
  readonly formerName?: string;
}

export interface IntegerOption extends OptionBase {
  readonly type: 'integer';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** A word for what is counted: `triangles`. */
  readonly unit: string;
}

/** A number that need not be whole: an angle, a ratio. */
export interface NumberOption extends OptionBase {
  readonly type: 'number';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** What it is counted in: `degrees`, `of the diagonal`. */
  readonly unit: string;
}

/** A length in mesh units, zero or more. */
export interface LengthOption extends OptionBase {
  readonly type: 'length';
  readonly min: number;
  readonly default: number;
}

export interface ChoiceOption extends OptionBase {
  readonly type: 'choice';
  readonly choices: Readonly<Record<string, { readonly title: string; readonly meaning: string }>>;
  readonly default: string;
}

export interface FlagOption extends OptionBase {
  readonly type: 'flag';
  readonly default: boolean;
}

/** Words of the person's own, or of the file's. */
export interface TextOption extends OptionBase {
  readonly type: 'text';
  /** What help shows in its place: `number|name`. */
  readonly placeholder: string;
  readonly default: string;
  /** What an empty text stands for. */
  readonly defaultMeaning: string;
}

/** Longer texts are no words. */
const maxTextLength = 1000;

export type OptionTable = Readonly<Record<string, Option>>;

/** The record of values that a table describes. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends ChoiceOption
    ? Extract<keyof Table[Name]['choices'], string>
    : Table[Name] extends FlagOption
      ? boolean
      : Table[Name] extends TextOption
        ? string
        : number;
};

/** Values of a table with former names replaced by today's. Where both are given, today's name counts. */
export function withoutFormerNames(table: OptionTable, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const values = { ...given };
  for (const [name, { formerName }] of Object.entries(table)) {
    if (formerName === undefined || values[formerName] === undefined) continue;
    values[name] ??= values[formerName];
    delete values[formerName];
  }
  return values;
}

export function defaultValues<Table extends OptionTable>(table: Table): OptionValues<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(table)) values[name] = option.default;
  return values as OptionValues<Table>;
}

/**
 * Checks values from outside (a message, a file, the command line) and fills in the defaults. Errors call an option by its
 * title, or by what `nameOf` calls it.
 * @throws InspectorError `invalid-argument` naming the option, what came and what was wanted.
 */
export function checkValues<Table extends OptionTable>(
  table: Table,
  named: Readonly<Record<string, unknown>>,
  nameOf: (name: string, option: Option) => string = (_, option) => option.title,
): OptionValues<Table> {
  const given = withoutFormerNames(table, named);
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(table, name)) {
      throw invalidArgument(`There is no option "${name}"`, `Known options: ${Object.keys(table).join(', ')}`);
    }
  }
  for (const [name, option] of Object.entries(table)) {
    const value = given[name] === undefined ? option.default : given[name];
    const wanted = whatIsWanted(option, value);
    if (wanted !== null) throw invalidArgument(`${nameOf(name, option)} cannot be ${JSON.stringify(value)}`, `Give ${wanted}`);
    values[name] = value;
  }
  return values as OptionValues<Table>;
}

export function sameValues<Table extends OptionTable>(table: Table, a: OptionValues<Table>, b: OptionValues<Table>): boolean {
  return Object.keys(table).every((name) => a[name] === b[name]);
}

/** `null` when the value fits, else the range in words. */
function whatIsWanted(option: Option, value: unknown): string | null {
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
