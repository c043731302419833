import { invalidArgument } from '#core/error';

/**
 * Parses points (3·n), one on each line: three numbers with commas or spaces between them. Empty lines and lines that begin with # are
 * skipped.
 * @throws InspectorError `invalid-argument` with the line, and for text without points.
 */
export function parsePoints(text: string): Float64Array {
  const numbers: number[] = [];
  text.split('\n').forEach((line, i) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    const point = trimmed.split(/\s*,\s*|\s+/).map(Number);
    if (point.length !== 3 || !point.every(Number.isFinite))
      throw invalidArgument(`Line ${i + 1} of the points is not a point`, 'Write three finite numbers on each line, such as 0,-1.5,3e-7');
    numbers.push(...point);
  });
  if (numbers.length === 0) throw invalidArgument('The file has no points', 'Write three numbers on each line, such as 0,-1.5,3e-7');
  return Float64Array.from(numbers);
}

/** Returns the lines of points that a flag lists, as `0,0,0;1,0,0`; `null` for the name of a file. */
export function listedPoints(text: string): string | null {
  return /^[-+\d.eE,;\s]+$/.test(text) && text.includes(',') ? text.replaceAll(';', '\n') : null;
}
