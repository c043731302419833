import { Command } from 'commander';
import { invalidArgument } from '#core/error';
import { filterOptions, importOptions, sweepOptions } from '#core/options';
import type { ShapeSweep, SweptShape } from '#core/sweep';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { type MeshWork, withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readHalfEdges } from './read-half-edges.ts';
import { readFiniteLength, readVector } from './read-numbers.ts';
import { listedPoints, parsePoints } from './read-points.ts';
import { readSidecar } from './read-sidecar.ts';
import { sweepReport, sweepText } from './sweep-report.ts';
import { addTraceFlag, readTraceFlag, writeSweepTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly shape?: string;
  readonly from?: string;
  readonly to?: string;
  readonly radius?: string;
  readonly axis?: string;
  readonly size?: string;
  readonly rotate?: string;
  readonly points?: string;
  readonly json?: true;
}

/** The flags that describe each shape. */
const flagsOfShape = {
  sphere: ['radius'],
  capsule: ['axis', 'radius'],
  box: ['size', 'rotate'],
  hull: ['points'],
} as const;
const shapeFlags = ['radius', 'axis', 'size', 'rotate', 'points'] as const;

export function querySweepCommand(context: CliContext): Command {
  const command = new Command('sweep')
    .description('Find the first contact of a shape that moves along a straight line')
    .argument('<file>', 'Mesh file, or a baked .boxwood')
    .option('--shape <name>', 'sphere, capsule, box or hull (required)')
    .option('--from <x,y,z>', 'Position of the shape at time 0, in mesh units (required)')
    .option('--to <x,y,z>', 'Position at time 1 (required)')
    .option('--radius <length>', 'Radius of a sphere or a capsule, in mesh units')
    .option('--axis <x,y,z>', 'Half segment of a capsule: it reaches from -axis to +axis')
    .option('--size <x,y,z>', 'Side lengths of a box, in mesh units')
    .option('--rotate <x,y,z>', 'Rotation of a box about the fixed axes X, then Y, then Z, in degrees (default 0,0,0)')
    .option('--points <file>', 'Points of a hull relative to its position: one x,y,z a line, or the points as x,y,z;x,y,z;…');
  return addTraceFlag(addKindFlag(addOptionFlags(addOptionFlags(addOptionFlags(command, sweepOptions), filterOptions), importOptions)))
    .option('--json', 'Print one JSON document (schema: query-sweep.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query sweep crate.obj --shape sphere --radius 0.4 --from 0,3,0 --to 0,0,0')
    .action(async (file: string, flags: Flags) => {
      checkShapeFlags(flags);
      const options = readOptionFlags(sweepOptions, flags);
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async (work) => {
        const sweep = await readSweep(work, flags);
        const mesh = await work.read(file, reading);
        const { tree } = await work.anyTree(mesh, kind);
        if (out !== null) await writeSweepTrace(context, out, { file, mesh: mesh.mesh, tree }, sweep, options, filter);
        return sweepReport(file, mesh.mesh, tree, sweep, options, filter);
      });
      context.out(flags.json ? jsonText(report) : sweepText(report));
    });
}

/** @throws InspectorError `invalid-argument` for an unknown shape, and flags that are missing or belong to other shapes. */
function checkShapeFlags(flags: Flags): void {
  const { shape, from, to } = flags;
  if (shape === undefined) throw missingFlag('--shape', 'Give sphere, capsule, box or hull');
  if (!isShape(shape)) throw invalidArgument(`--shape cannot be ${JSON.stringify(shape)}`, 'Use sphere, capsule, box or hull');
  if (from === undefined) throw missingFlag('--from', 'Give the position of the shape at the start, such as --from 0,3,0');
  if (to === undefined) throw missingFlag('--to', 'Give the position of the shape at the end, such as --to 0,0,0');
  const own: readonly string[] = flagsOfShape[shape];
  for (const flag of shapeFlags) {
    if (flags[flag] !== undefined && !own.includes(flag))
      throw invalidArgument(`--${flag} does not belong to --shape ${shape}`, `Use ${own.map((name) => `--${name}`).join(' and ')}`);
    if (flags[flag] === undefined && own.includes(flag) && flag !== 'rotate')
      throw missingFlag(`--${flag}`, `A ${shape} needs ${own.map((name) => `--${name}`).join(' and ')}`);
  }
}

function isShape(name: string): name is keyof typeof flagsOfShape {
  return Object.hasOwn(flagsOfShape, name);
}

async function readSweep(work: MeshWork, flags: Flags): Promise<ShapeSweep> {
  return { shape: await readShape(work, flags), from: readVector('--from', flags.from!), to: readVector('--to', flags.to!) };
}

async function readShape({ readBytes }: MeshWork, { shape, radius, axis, size, rotate, points }: Flags): Promise<SweptShape> {
  switch (shape) {
    case 'sphere':
      return { kind: 'sphere', radius: readFiniteLength('--radius', radius!) };
    case 'capsule':
      return { kind: 'capsule', axis: readVector('--axis', axis!), radius: readFiniteLength('--radius', radius!) };
    case 'box':
      return { kind: 'box', halfEdges: readHalfEdges(size!, rotate) };
    default: {
      const listed = listedPoints(points!);
      if (listed !== null) return { kind: 'hull', points: parsePoints(listed) };
      return { kind: 'hull', points: readSidecar(points!, await readBytes(points!), parsePoints) };
    }
  }
}
