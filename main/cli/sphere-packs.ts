import { extname } from 'node:path';
import { freeNames } from '#core/free-names';
import type { PackRecord } from '#core/job';
import { invalidArgument } from '#core/error';
import { checkOut, isSameFile, writeOut } from '../remote/write-out.ts';
import type { ResultFile } from './result-mesh.ts';

/**
 * Returns the file for a planner that `--out` names; `null` for no file, and for a mesh.
 * @throws InspectorError `unreadable`; `invalid-argument` also for shapes that planners do not read.
 */
export async function readPlannerFile(file: string, out: string | undefined, shape: string): Promise<string | null> {
  if (out === undefined || !['.yml', '.yaml', '.json'].includes(extname(out).toLowerCase())) return null;
  if (shape !== 'spheres')
    throw invalidArgument(
      `A ${extname(out).toLowerCase()} file holds packs of spheres, and --shape is ${shape}`,
      'Use --shape spheres, or give --out the extension of a mesh, such as .glb or .obj',
    );
  if (await isSameFile(file, out)) throw invalidArgument('--out is the input file', 'Give another name');
  await checkOut(out);
  return out;
}

/** Writes packs of spheres, in the unit of the mesh, and compares what was written. @throws InspectorError as `writeOut`. */
export async function writePlannerFile(out: string, packs: readonly PackRecord[], signal: AbortSignal): Promise<ResultFile> {
  const text = extname(out).toLowerCase() === '.json' ? plannerJson(packs) : plannerYaml(packs);
  const bytes = new TextEncoder().encode(text);
  const approve = async (read: Uint8Array): Promise<boolean> => new TextDecoder().decode(read) === text;
  const verified = await writeOut(out, bytes, { approve, signal });
  return { out, format: null, bytes: bytes.length, verified, notes: [] };
}

/** Returns the spheres of each link as cuRobo reads them: `collision_spheres`, then a list for each link. */
export function plannerYaml(packs: readonly PackRecord[]): string {
  const names = linkNames(packs);
  const lines = packs.flatMap(({ spheres }, i) => [
    `  ${JSON.stringify(names[i])}:`,
    ...spheres.map(({ center, radius }) => `    - {"center": [${center.join(', ')}], "radius": ${radius}}`),
  ]);
  return ['collision_spheres:', ...lines, ''].join('\n');
}

/** Returns the same fields as JSON. */
export function plannerJson(packs: readonly PackRecord[]): string {
  const names = linkNames(packs);
  const links = Object.fromEntries(packs.map(({ spheres }, i) => [names[i]!, spheres]));
  return `${JSON.stringify({ collision_spheres: links }, null, 2)}\n`;
}

/** Returns a name for each link that no other one has. */
function linkNames(packs: readonly PackRecord[]): readonly string[] {
  const free = freeNames();
  return packs.map(({ name }) => free(name, (copy) => (copy === 1 ? name : `${name}_${copy - 1}`)));
}
