import type { Vec3 } from '#core/math';

/** Reads one point x, y, z from each line, at most `max` from zero; empty lines are skipped. Returns why it cannot, as one sentence, for any other text. */
export function parsePointLines(text: string, minCount: number, max = Number.MAX_VALUE): readonly Vec3[] | string {
  const points: Vec3[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const words = line.split(/[\s,;]+/).filter((word) => word !== '');
    if (words.length === 0) continue;
    const [x, y, z] = words.map(Number);
    if (words.length !== 3 || ![x, y, z].every(Number.isFinite)) return `Line ${i + 1}: type three numbers, such as 0, 1.5, -2`;
    if ([x, y, z].some((value) => Math.abs(value!) > max)) return `Line ${i + 1}: a number is too large`;
    points.push([x!, y!, z!]);
  }
  return points.length < minCount ? `Type ${minCount} points or more, one on each line` : points;
}
