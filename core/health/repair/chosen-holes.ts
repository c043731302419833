import { invalidArgument } from '../../error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { HealthOptions } from '../../options/health-options.ts';
import { checkHealth } from '../report/check-health.ts';

/** Holes of a mesh that a repair is limited to, recognisable after other repairs. */
export interface ChosenHoles {
  /** The chosen boundary edges of each triangle with one: keys of `edgeKey`; `all` if no other hole has an edge of the triangle. */
  readonly rims: ReadonlyMap<number, ReadonlySet<string> | 'all'>;
}

/** Returns the numbers in a list such as `1,3-5`, ascending. @throws InspectorError `invalid-argument` for anything else. */
export function parseHoles(text: string): readonly number[] {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || from < 1 || to < from || to - from > maxNumbers)
      throw invalidArgument(`"${text}" is not a list of holes`, 'Use numbers from 1, such as 1,3-5');
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}

const maxNumbers = 1_000_000;

/** Returns numbers as a list that `parseHoles` reads, with ranges. @param numbers ascending */
export function holesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/**
 * Returns the holes with these numbers, which are those of the items of `boundary-loops`, from 1. @param text see `parseHoles`
 * @throws InspectorError `invalid-argument` for a text that is no list, and for a hole that the mesh does not have.
 */
export function chosenHoles(mesh: TriangleMesh, text: string, health: HealthOptions): ChosenHoles {
  const numbers = parseHoles(text);
  const [finding] = checkHealth(mesh, { ...health, only: 'boundary-loops' }).findings;
  const count = finding?.count ?? 0;
  const missing = numbers.find((number) => number > count);
  if (missing !== undefined) throw invalidArgument(`There is no hole ${missing}`, fixFor(count));
  const { words, triangles, groups } = finding!.elements;
  const chosen = new Set(numbers.map((number) => number - 1));
  const own = new Map<number, Set<string>>();
  const shared = new Set<number>();
  for (let loop = 0; loop < count; loop++) {
    for (let i = groups![loop]; i < groups![loop + 1]; i++) {
      if (!chosen.has(loop)) shared.add(triangles[i]);
      else own.set(triangles[i], (own.get(triangles[i]) ?? new Set()).add(edgeKey(mesh, words[2 * i], words[2 * i + 1])));
    }
  }
  return { rims: new Map([...own].map(([triangle, edges]) => [triangle, shared.has(triangle) ? edges : 'all'])) };
}

function fixFor(count: number): string {
  if (count === 0) return 'The mesh has no holes: run the check again';
  return count === 1 ? 'The mesh has one hole: use 1' : `Use numbers from 1 to ${count}, as boxwood check lists them`;
}

/** Returns the positions of the ends of an edge as text, in either direction the same. */
export function edgeKey({ positions }: TriangleMesh, a: number, b: number): string {
  const point = (vertex: number): string => [0, 1, 2].map((k) => positions[3 * vertex + k] + 0).join(' ');
  const [from, to] = [point(a), point(b)];
  return from < to ? `${from} | ${to}` : `${to} | ${from}`;
}
