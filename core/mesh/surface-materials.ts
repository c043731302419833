/** The material of each triangle in the file, as runs of triangles. */
export interface SurfaceMaterials {
  /** Names as in the file, in the order of their first use. */
  readonly names: readonly string[];
  /** (2·R) first triangle of each run, ascending from 0, and the index of its name; -1 for no material. */
  readonly runs: readonly number[];
}

/** Runs under construction in an importer. */
export interface MaterialRuns {
  readonly numbers: Map<string, number>;
  runs: number[];
}

export function materialRuns(): MaterialRuns {
  return { numbers: new Map(), runs: [] };
}

/** Starts a run with a material at a triangle; `null` for none. Triangles must ascend. */
export function beginMaterial({ numbers, runs }: MaterialRuns, triangle: number, name: string | null): void {
  let number = -1;
  if (name !== null) {
    number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
  }
  // An empty run is replaced.
  if (runs.at(-2) === triangle) runs.splice(-2);
  if ((runs.at(-1) ?? -1) !== number) runs.push(triangle, number);
}

/** Returns the materials for a mesh; nothing if no triangle has one. Unused names are left out. */
export function takeMaterials({ numbers, runs }: MaterialRuns, triangles: number): { readonly materials?: SurfaceMaterials } {
  const kept = runs.at(-2) === triangles ? runs.slice(0, -2) : runs;
  if (kept.length === 0) return {};
  const all = [...numbers.keys()];
  const names = new Map<string, number>();
  const whole = kept[0] === 0 ? kept : [0, -1, ...kept];
  const renumbered = whole.map((value, i) => {
    if (i % 2 === 0 || value < 0) return value;
    const name = all[value] ?? '';
    if (!names.has(name)) names.set(name, names.size);
    return names.get(name) ?? -1;
  });
  return { materials: { names: [...names.keys()], runs: renumbered } };
}

/** Returns the index of the material name of a triangle; -1 for none. Binary search. */
export function materialNumber(materials: SurfaceMaterials | undefined, triangle: number): number {
  if (materials === undefined) return -1;
  const { runs } = materials;
  let low = 0;
  let high = runs.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (runs[2 * middle]! <= triangle) low = middle;
    else high = middle - 1;
  }
  return runs[2 * low + 1] ?? -1;
}

/** Returns the material name of a triangle; `null` for none. */
export function materialOf(materials: SurfaceMaterials | undefined, triangle: number): string | null {
  return materials?.names[materialNumber(materials, triangle)] ?? null;
}

/** Returns the number of triangles of each material, in the order of the names. */
export function materialCounts({ names, runs }: SurfaceMaterials, triangles: number): readonly number[] {
  const counts = names.map(() => 0);
  for (let i = 0; i < runs.length; i += 2) {
    const number = runs[i + 1]!;
    if (number >= 0) counts[number]! += (runs[i + 2] ?? triangles) - runs[i]!;
  }
  return counts;
}

/** Returns the number of the given triangles for each material, in the order of the names, without zeros. */
export function materialsOfTriangles(
  materials: SurfaceMaterials | undefined,
  triangles: ArrayLike<number>,
): readonly { readonly name: string; readonly triangles: number }[] {
  if (materials === undefined) return [];
  const counts = materials.names.map(() => 0);
  for (let i = 0; i < triangles.length; i++) {
    const number = materialNumber(materials, triangles[i]!);
    if (number >= 0) counts[number]!++;
  }
  return materials.names.flatMap((name, i) => (counts[i]! > 0 ? [{ name, triangles: counts[i]! }] : []));
}

/** Reads the runs of a mesh with `triangles` triangles from JSON; `null` for invalid values. */
export function readMaterials(value: unknown, triangles: number): SurfaceMaterials | null {
  if (typeof value !== 'object' || value === null || !('names' in value) || !('runs' in value)) return null;
  const { names, runs } = value;
  if (
    !Array.isArray(names) ||
    !names.every((name) => typeof name === 'string') ||
    !Array.isArray(runs) ||
    runs.length % 2 !== 0 ||
    runs[0] !== 0
  )
    return null;
  const isSound = runs.every((number: unknown, i) => {
    if (!Number.isInteger(number)) return false;
    if (i % 2 === 1) return (number as number) >= -1 && (number as number) < names.length;
    return (number as number) < triangles && (i === 0 || (number as number) > (runs[i - 2] as number));
  });
  return isSound ? { names, runs } : null;
}
