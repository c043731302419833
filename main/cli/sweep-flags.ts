import type { Command } from 'commander';
import { invalidArgument } from '#core/error';
import type { ShapeSweep, SweptShape } from '#core/sweep';
import type { MeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { readHalfEdges } from './read-half-edges.ts';
import { readFiniteLength, readVector } from './read-numbers.ts';
import { listedPoints, parsePoints } from './read-points.ts';
import { readSidecar } from './read-sidecar.ts';

/** Flags of a moving shape, without the one that names the shape. */
export interface SweepFlags {
  readonly from?: string;
  readonly to?: string;
  readonly radius?: string;
  readonly axis?: string;
  readonly size?: string;
  readonly rotate?: string;
  readonly points?: string;
}

/** The flags that describe each shape. */
const flagsOfShape = {
  sphere: ['radius'],
  capsule: ['axis', 'radius'],
  box: ['size', 'rotate'],
  hull: ['points'],
} as const;
const shapeFlags = ['radius', 'axis', 'size', 'rotate', 'points'] as const;

/** Adds the flags of a moving shape. */
export function addSweepFlags(command: Command, isRequired: boolean): Command {
  const required = isRequired ? ' (required)' : '';
  return command
    .option('--from <x,y,z>', `Position of the shape at time 0, in mesh units${required}`)
    .option('--to <x,y,z>', `Position at time 1${required}`)
    .option('--radius <length>', 'Radius of a sphere or a capsule, in mesh units')
    .option('--axis <x,y,z>', 'Half segment of a capsule: it reaches from -axis to +axis')
    .option('--size <x,y,z>', 'Side lengths of a box, in mesh units')
    .option('--rotate <x,y,z>', 'Rotation of a box about the fixed axes X, then Y, then Z, in degrees (default 0,0,0)')
    .option('--points <file>', 'Points of a hull relative to its position: one x,y,z a line, or the points as x,y,z;x,y,z;…');
}

/** @throws InspectorError `invalid-argument` for an unknown shape, and flags that are missing or belong to other shapes. */
export function checkSweepFlags(name: 'shape' | 'sweep', shape: string | undefined, flags: SweepFlags): void {
  const { from, to } = flags;
  if (shape === undefined) throw missingFlag(`--${name}`, 'Give sphere, capsule, box or hull');
  if (!isShape(shape)) throw invalidArgument(`--${name} cannot be ${JSON.stringify(shape)}`, 'Use sphere, capsule, box or hull');
  if (from === undefined) throw missingFlag('--from', 'Give the position of the shape at the start, such as --from 0,3,0');
  if (to === undefined) throw missingFlag('--to', 'Give the position of the shape at the end, such as --to 0,0,0');
  const own: readonly string[] = flagsOfShape[shape];
  for (const flag of shapeFlags) {
    if (flags[flag] !== undefined && !own.includes(flag))
      throw invalidArgument(`--${flag} does not belong to --${name} ${shape}`, `Use ${own.map((name) => `--${name}`).join(' and ')}`);
    if (flags[flag] === undefined && own.includes(flag) && flag !== 'rotate')
      throw missingFlag(`--${flag}`, `A ${shape} needs ${own.map((name) => `--${name}`).join(' and ')}`);
  }
}

function isShape(name: string): name is keyof typeof flagsOfShape {
  return Object.hasOwn(flagsOfShape, name);
}

/** Reads the flags, which `checkSweepFlags` has checked. */
export async function readSweep(work: Pick<MeshWork, 'readBytes'>, shape: string, flags: SweepFlags): Promise<ShapeSweep> {
  return { shape: await readShape(work, shape, flags), from: readVector('--from', flags.from!), to: readVector('--to', flags.to!) };
}

async function readShape(
  { readBytes }: Pick<MeshWork, 'readBytes'>,
  shape: string,
  { radius, axis, size, rotate, points }: SweepFlags,
): Promise<SweptShape> {
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
