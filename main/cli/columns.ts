/** Rows of cells as aligned text; the columns named by `right` are set to the right, for numbers. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = [], indent = '  '): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  const lines = rows.map((row) => {
    const cells = row.map((cell, i) => (right.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)));
    return `${indent}${cells.join('  ')}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

/** `69,451` */
export function counted(value: number): string {
  return value.toLocaleString('en');
}

/** Six significant digits, for reading; `--json` has all of them. */
export function measured(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export function vector(values: readonly number[]): string {
  return values.map(measured).join(', ');
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
