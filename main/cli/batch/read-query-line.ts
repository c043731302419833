import { InspectorError } from '#core/error';

/** The columns of a query on a line. */
export interface LineFormat {
  /** Names of the columns; the last one may be left out if `lastDefault` is not null. */
  readonly columns: readonly string[];
  /** Numbers of a query in memory. */
  readonly width: number;
  /** Value of the last column where a line leaves it out; `null` if it is required. */
  readonly lastDefault: number | null;
  /** Whether the last column may be infinite. */
  readonly isLastEndless: boolean;
  /** Names of the fields of a JSON object with these columns: arrays of three numbers, then single numbers. */
  readonly fields: readonly string[];
}

/** `ox,oy,oz,dx,dy,dz[,far]` or `{"origin":[…],"direction":[…],"far":…}` */
export const rayFormat: LineFormat = {
  columns: ['ox', 'oy', 'oz', 'dx', 'dy', 'dz', 'far'],
  width: 7,
  lastDefault: Infinity,
  isLastEndless: true,
  fields: ['origin', 'direction', 'far'],
};

/** `x,y,z` or `{"point":[…]}` */
export const pointFormat: LineFormat = { columns: ['x', 'y', 'z'], width: 3, lastDefault: null, isLastEndless: false, fields: ['point'] };

/** `x,y,z[,length]`, where the length may be the same for all lines. */
export function lengthFormat(name: 'radius' | 'distance', lastDefault: number | null): LineFormat {
  return {
    columns: ['x', 'y', 'z', name],
    width: 4,
    lastDefault,
    isLastEndless: false,
    fields: [name === 'radius' ? 'center' : 'point', name],
  };
}

/**
 * Adds the numbers of a query on a line, as CSV, a JSON array or a JSON object. Adds nothing for blank lines, comments, and names of columns on
 * the first line.
 * @throws InspectorError `malformed` for a line that is not a query, and names of columns in another order.
 */
export function readQueryLine(line: string, format: LineFormat, isFirst: boolean, numbers: number[]): void {
  const text = line.trim().replace(/^\ufeff/, '');
  if (text === '' || text.startsWith('#')) return;
  const values = text.startsWith('{') || text.startsWith('[') ? jsonNumbers(text, format) : text.split(',').map(cellNumber);
  const { columns, lastDefault, isLastEndless } = format;
  if (isFirst && values.every(Number.isNaN) && values.length >= 3) return checkColumnNames(text, format);
  const last = columns.length - 1;
  if (values.length === last && lastDefault !== null) values.push(lastDefault);
  const isUsable = (value: number, i: number): boolean =>
    i === 3 && columns.length === 4
      ? value >= 0 && value < Infinity
      : Number.isFinite(value) || (i === last && isLastEndless && value === Infinity);
  if (values.length !== columns.length || !values.every(isUsable)) throw notQuery(format);
  if (columns.length === 7 && (values[6]! < 0 || (values[3] === 0 && values[4] === 0 && values[5] === 0))) throw notQuery(format);
  numbers.push(...values);
}

/** @throws InspectorError `malformed` for names of columns in another order: the lines would be read as other queries. */
function checkColumnNames(text: string, format: LineFormat): void {
  const { columns } = format;
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.every((name, i) => !columns.includes(name) || columns[i] === name)) return;
  throw new InspectorError({
    code: 'malformed',
    message: `The columns are ${names.join(',').slice(0, 80)}, and this query has ${columnNames(format)}`,
    fix: `Put the columns in the order ${columnNames(format)}, or give a JSON object a line`,
    location: {},
  });
}

function columnNames({ columns, lastDefault }: LineFormat): string {
  return lastDefault === null ? columns.join(',') : `${columns.slice(0, -1).join(',')}[,${columns.at(-1)}]`;
}

function cellNumber(cell: string): number {
  return cell.trim() === '' ? Number.NaN : Number(cell);
}

function jsonNumbers(text: string, format: LineFormat): number[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notQuery(format, error);
  }
  const parts = Array.isArray(value) ? value : format.fields.map((name) => (value as Readonly<Record<string, unknown>>)[name]);
  if (parts.at(-1) === undefined || parts.at(-1) === null) parts.pop();
  return parts.flat(1).map((part) => (typeof part === 'number' ? part : Number.NaN));
}

function notQuery(format: LineFormat, cause?: unknown): InspectorError {
  const { columns, fields } = format;
  const limits =
    columns.length === 7
      ? ', with a direction other than 0 and far of 0 or more'
      : columns.length === 4
        ? `, with a ${columns[3]} of 0 or more`
        : '';
  return new InspectorError(
    {
      code: 'malformed',
      message: 'The line is not a query',
      fix: `Give finite numbers ${columnNames(format)}${limits}, or a JSON object with ${fields.join(', ')}`,
      location: {},
    },
    { cause },
  );
}
