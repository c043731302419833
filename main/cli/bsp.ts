import { Command } from 'commander';
import { invalidArgument } from '#core/error';
import type { Finding } from '#core/finding';
import type { BspJobRequest, BspJobResult } from '#core/job';
import { bspOptions, type BspOptions, importOptions } from '#core/options';
import { meshFileWords } from './file-words.ts';
import { type BspDocument, bspText } from './bsp-text.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readFiniteLength, readVector } from './read-numbers.ts';
import { addSweepFlags, checkSweepFlags, readSweep, type SweepFlags } from './sweep-flags.ts';

interface Flags extends SweepFlags, Readonly<Record<string, unknown>> {
  readonly point: readonly string[];
  readonly cells?: true;
  readonly compare?: true;
  readonly visible?: true;
  readonly route?: string;
  readonly objectRadius?: string;
  readonly origin?: string;
  readonly direction?: string;
  readonly sweep?: string;
  readonly json?: true;
}

export function bspCommand(context: VerdictContext): Command {
  const command = new Command('bsp')
    .description('Build the solid-leaf BSP tree of a closed mesh, with its empty cells and portals')
    .argument('<file>', meshFileWords)
    .option('--point <x,y,z>', 'Point to locate; repeatable', (value: string, before: readonly string[]) => [...before, value], [])
    .option('--cells', 'List the empty cells')
    .option('--origin <x,y,z>', 'Cast a ray from this point in the BSP tree and in an AABB tree')
    .option('--direction <x,y,z>', 'Direction of the ray, of any length')
    .option('--sweep <shape>', 'Move a sphere, capsule, box or hull: exactly, and by offset planes');
  addSweepFlags(command, false)
    .option('--route <points>', 'Follow an object from cell to cell along x,y,z;x,y,z;…')
    .option('--object-radius <length>', 'Radius of this object, in mesh units (default 0)')
    .option('--visible', 'Count the cells that may be seen from the cell of each --point')
    .option('--compare', 'Compare size and cost with an AABB tree');
  return addOptionFlags(addOptionFlags(command, bspOptions), importOptions)
    .option('--json', 'Print one JSON document (schema: bsp.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nA mesh that is not closed has no solid: the leak is printed, and the exit code is 1.')
    .addHelpText(
      'after',
      '\nExample:\n  boxwood bsp level.obj --point 0,1.8,0 --cells\n  boxwood bsp level.obj --sweep sphere --radius 0.4 --from 0,3,0 --to 0,0,0',
    )
    .action(async (file: string, flags: Flags) => {
      const points = flags.point.map((text) => readVector('--point', text));
      const ray = readRay(flags);
      checkSweep(flags);
      if (flags.visible === true && points.length === 0)
        throw invalidArgument('--visible needs --point', 'Give the point from which the cells are seen');
      const route = readRoute(flags);
      const options = readOptionFlags(bspOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const report = await withMeshWork(context, async (work) => {
        const sweep = flags.sweep === undefined ? null : await readSweep(work, flags.sweep, flags);
        const { imported } = await work.read(file, reading);
        const level = flags.visible === true && imported.format === 'quake3' ? await work.readBytes(file) : null;
        const wanted = {
          level,
          points,
          ray,
          sweep,
          route,
          visible: flags.visible === true,
          withCells: flags.cells === true,
          compare: flags.compare === true,
        };
        const found = await work.run(file, 'splitting', { kind: 'bsp', mesh: imported.mesh, options, ...wanted });
        return documentOf(file, options, imported.findings, found);
      });
      if (!report.closed) context.fail();
      context.out(flags.json ? jsonText(report) : bspText(report));
    });
}

/** @throws InspectorError `invalid-argument` for one flag of a ray without the other. */
function readRay({ origin, direction }: Flags): BspJobRequest['ray'] {
  if (origin === undefined && direction === undefined) return null;
  if (origin === undefined) throw missingFlag('--origin', 'A ray needs --origin and --direction');
  if (direction === undefined) throw missingFlag('--direction', 'A ray needs --origin and --direction');
  return { origin: readVector('--origin', origin), direction: readVector('--direction', direction) };
}

/** @throws InspectorError `invalid-argument` for fewer than two points, and a radius without a route. */
function readRoute({ route, objectRadius }: Flags): BspJobRequest['route'] {
  if (route === undefined) {
    if (objectRadius !== undefined) throw invalidArgument('--object-radius needs --route', 'Give the points of a route');
    return null;
  }
  const points = route.split(';').map((text) => readVector('--route', text));
  if (points.length < 2) throw invalidArgument('--route has fewer than two points', 'Use --route "0,0,0;1,0,0"');
  return { points, radius: objectRadius === undefined ? 0 : readFiniteLength('--object-radius', objectRadius) };
}

/** @throws InspectorError `invalid-argument` for flags of a shape without `--sweep`, and as `checkSweepFlags`. */
function checkSweep(flags: Flags): void {
  if (flags.sweep !== undefined) return checkSweepFlags('sweep', flags.sweep, flags);
  const lone = (['from', 'to', 'radius', 'axis', 'size', 'rotate', 'points'] as const).find((name) => flags[name] !== undefined);
  if (lone !== undefined) throw invalidArgument(`--${lone} needs --sweep`, 'Use --sweep sphere, capsule, box or hull');
}

function documentOf(
  file: string,
  options: BspOptions,
  findings: readonly Finding[],
  { report, milliseconds, ray, sweep, route, visible, comparison }: BspJobResult,
): BspDocument {
  return { file, ...options, ...report, ray, sweep, route, visible, comparison, milliseconds, findings };
}
