/** More rows would push what matters out of the terminal. */
export const maxRowsShown = 100;

/** A longer name in front of other cells would push them out of the terminal. */
const maxCellLength = 48;

/**
 * Rows of cells as aligned text; the columns named by `right` are set to the right, for numbers. Names come from files
 * of strangers: control characters, which could drive a terminal, become a replacement character, and long ones are cut
 * unless they end their row.
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

/** What stands below a table of which only the first `maxRowsShown` rows are shown; empty when they are all. */
export function moreRows(rows: number, indent = '  '): string {
  return rows > maxRowsShown ? `${indent}and ${counted(rows - maxRowsShown)} more: see --json\n` : '';
}

/** Text for one line of a terminal: the control characters of C0, DEL and C1, and marks that turn the reading order, are replaced. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** `69,451` */
export function counted(value: number): string {
  return value.toLocaleString('en');
}

/** `1 box`, `1,204 boxes` */
export function many(value: number, one: string, more = `${one}s`): string {
  return `${counted(value)} ${value === 1 ? one : more}`;
}

/** Six significant digits, for reading, thousands separated; `--json` has all of them. */
export function measured(value: number): string {
  const rounded = Number(value.toPrecision(6));
  return Math.abs(rounded) >= 1000 && Math.abs(rounded) < 1e9 ? rounded.toLocaleString('en') : String(rounded);
}

/**
 * Prints the numbers of one column alike, so that they compare at a glance: with as many decimals as leave the least of them
 * three significant digits, and the greatest six where six decimals do; all by powers of ten where the least is below 0.0001. `null` is `none`.
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

/** Six significant digits, with no comma inside: commas stand between coordinates. */
export function coordinate(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export function vector(values: readonly number[]): string {
  return values.map(coordinate).join(', ');
}

/** Of what may take microseconds: as `milliseconds`, and `12.3 µs` below a millisecond. */
export function shortTime(value: number): string {
  return value < 1 ? `${measured(Number((1000 * value).toPrecision(3)))} µs` : milliseconds(value);
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : counted(Math.round(value))} ms`;
}
