/** More rows would scroll the summary out of the terminal. */
export const maxRowsShown = 100;

/** A longer name would push later cells out of the terminal. */
const maxCellLength = 48;

/**
 * Returns rows of cells as aligned text; the columns in `right` are right-aligned, for numbers. Names are untrusted: control
 * characters, which could control a terminal, become U+FFFD, and long names are shortened unless they end their row.
 */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = [], indent = '  '): string {
  const printed = rows.map((row) => row.map((cell, i) => (i < row.length - 1 ? shortened(printable(cell)) : printable(cell))));
  const widths: number[] = [];
  for (const row of printed) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  const lines = printed.map((row) => {
    const cells = row.map((cell, i) => (right.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)));
    return `${indent}${cells.join('  ')}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

function shortened(cell: string): string {
  const letters = cell.length > maxCellLength ? [...cell] : [];
  return letters.length > maxCellLength ? `${letters.slice(0, maxCellLength - 1).join('')}…` : cell;
}

/** Returns the line below a table that shows only the first `maxRowsShown` rows; empty if it shows all. */
export function moreRows(rows: number, indent = '  '): string {
  return rows > maxRowsShown ? `${indent}and ${counted(rows - maxRowsShown)} more: see --json\n` : '';
}

/** Returns text for one line of a terminal: control characters (C0, DEL, C1) and bidirectional marks are replaced. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** `69,451` */
export function counted(value: number): string {
  return Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? withCommas(String(value)) : value.toLocaleString('en');
}

/**
 * Returns a decimal number with commas between its thousands, as `toLocaleString('en')` does. The first call of that takes 10 ms, which is
 * long for a command about a small file.
 */
function withCommas(decimal: string): string {
  const [whole = '', ...fraction] = decimal.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/** `1 box`, `1,204 boxes` */
export function many(value: number, one: string, more = `${one}s`): string {
  return `${counted(value)} ${value === 1 ? one : more}`;
}

/** Six significant digits with thousands separators; `--json` has all digits. */
export function measured(value: number): string {
  const rounded = Number(value.toPrecision(6));
  return Math.abs(rounded) >= 1000 && Math.abs(rounded) < 1e9 ? withCommas(String(rounded)) : String(rounded);
}

/**
 * Returns the format for the numbers of one column: the decimals give the smallest number three significant digits, and the largest six
 * if six decimals suffice. Below 0.0001 all use powers of ten. `null` is `none`.
 */
export function oneNotation(values: readonly (number | null)[]): (value: number | null) => string {
  const sizes = values.flatMap((value) =>
    value === null || value === 0 || !Number.isFinite(value) ? [] : [Math.floor(Math.log10(Math.abs(value)))],
  );
  const decimals = sizes.length === 0 ? 0 : Math.max(0, Math.min(6, 5 - Math.max(...sizes)), 2 - Math.min(...sizes));
  return (value) => {
    if (value === null) return 'none';
    return decimals > 6
      ? value.toExponential(3)
      : value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  };
}

/** Six significant digits without separators, since commas separate coordinates. */
export function coordinate(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export function vector(values: readonly number[]): string {
  return values.map(coordinate).join(', ');
}

/** As `milliseconds`, and `12.3 µs` below a millisecond. */
export function shortTime(value: number): string {
  return value < 1 ? `${measured(Number((1000 * value).toPrecision(3)))} µs` : milliseconds(value);
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : counted(Math.round(value))} ms`;
}
