import { Command } from 'commander';
import { dirname, relative, resolve, sep } from 'node:path';
import { invalidArgument } from '#core/error';
import { checkTransform, type Transform } from '#core/math';
import { type ImportOptions, type MotionOptions, motionOptions, pairImportOptions } from '#core/options';
import { fastestTree, openTree } from '#core/tree';
import { certificateText, type CertifiedMesh, motionCertificate, type MotionRequest } from '#core/sweep';
import { meshFileWords } from './file-words.ts';
import { checkWritable, writeAtomically } from '../documents/write-atomically.ts';
import type { CliContext } from './context.ts';
import { geometryHash } from './geometry-hash.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { type ReadMesh, withMeshWork } from './mesh-work.ts';
import { isSameFile } from '../remote/write-out.ts';
import { missingFlag } from './missing-flag.ts';
import { motionReport, motionText } from './motion-report.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readMatrix, readVector } from './read-numbers.ts';
import { readPairOptions } from './read-pair-options.ts';
import { addTraceFlag, readTraceFlag, saveMotionTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly from?: string;
  readonly to?: string;
  readonly pivot?: string;
  readonly axis?: string;
  readonly angle?: string;
  readonly certificate?: string;
  readonly json?: true;
}

export function queryMotionCommand(context: CliContext): Command {
  const command = new Command('motion')
    .description('Find the first contact of a mesh that moves from one pose to another')
    .argument('<a>', `Mesh at rest. ${meshFileWords}`)
    .argument('<b>', 'Mesh that moves')
    .option('--from <numbers>', 'First pose of B in the space of A, as a 4 x 4 matrix: 16 numbers, column-major (required)')
    .option('--to <numbers>', 'Last pose of B, of the same scale (required)')
    .option('--pivot <x,y,z>', 'Point of B, in its own space, that slerp moves straight (default centre of its bounds)')
    .option('--axis <x,y,z>', 'Axis of the rotation, in the space of A; with --angle')
    .option('--angle <degrees>', 'Angle of the rotation, for 180 degrees and more (default the shortest)')
    .option('--certificate <file>', 'Write the proof, for boxwood verify');
  return addTraceFlag(addOptionFlags(addKindFlag(addOptionFlags(command, motionOptions)), pairImportOptions, 'brief'))
    .option('--json', 'Print one JSON document (schema: query-motion.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText(
      'after',
      '\nExample:\n  boxwood query motion room.obj robot.obj --from 1,0,0,0,0,1,0,0,0,0,1,0,0,0,9,1 \\\n    --to 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1',
    )
    .action(async (fileA: string, fileB: string, flags: Flags) => {
      const options = readOptionFlags(motionOptions, flags);
      const motion: MotionRequest = { path: options.path, ...readMotion(flags) };
      const reading = readPairOptions(flags);
      const kind = kindOf(flags);
      const { certificate } = flags;
      if (certificate !== undefined) await checkCertificate(certificate, fileA, fileB);
      const out = await readTraceFlag(flags, fileA, fileB);
      if (out !== null && certificate !== undefined && resolve(out) === resolve(certificate))
        throw invalidArgument('--trace and --certificate are the same file', 'Give two names');
      const report = await withMeshWork(context, async ({ read, anyTree, run }) => {
        const a = await read(fileA, reading.a);
        const treeA = await anyTree(a, kind, fastestTree());
        const b = await read(fileB, reading.b);
        const treeB = await anyTree(b, kind, fastestTree());
        const { result, milliseconds } = await run(`${fileA} and ${fileB}`, 'moving', {
          kind: 'motion',
          a: { mesh: a.imported.mesh, tree: treeA.tree },
          b: { mesh: b.imported.mesh, tree: treeB.tree },
          motion,
          settings: { ...limitsOf(options), withProof: certificate !== undefined },
        });
        if (out !== null) {
          const [sideA, sideB] = [
            { mesh: a.mesh, tree: openTree(treeA.tree) },
            { mesh: b.mesh, tree: openTree(treeB.tree) },
          ];
          await saveMotionTrace(context, out, [fileA, fileB], sideA, sideB, motion, limitsOf(options));
        }
        if (certificate !== undefined) {
          const content = motionCertificate(result, certified(certificate, a, reading.a), certified(certificate, b, reading.b));
          const bytes = new TextEncoder().encode(certificateText(content));
          await writeAtomically(certificate, bytes, { signal: context.signal, approve: () => Promise.resolve(true) });
        }
        return motionReport(
          { fileA, fileB, kindA: treeA.options.kind, kindB: treeB.options.kind, certificate },
          options,
          result,
          milliseconds,
        );
      });
      context.out(flags.json ? jsonText(report) : motionText(report));
    });
}

/** @throws InspectorError `invalid-argument` for no name and for an input file; `unreadable` if it cannot be written. */
async function checkCertificate(certificate: string, ...inputs: readonly string[]): Promise<void> {
  if (certificate === '') throw invalidArgument('--certificate has no file name', 'Give an output file, such as --certificate motion.json');
  for (const input of inputs)
    if (await isSameFile(input, certificate))
      throw invalidArgument('--certificate is an input file', 'Give another name: a certificate never replaces a mesh');
  await checkWritable(certificate);
}

function limitsOf({ tolerance, separation, firstTest }: MotionOptions): Pick<MotionOptions, 'tolerance' | 'separation' | 'firstTest'> {
  return { tolerance, separation, firstTest };
}

function readMotion({ from, to, pivot, axis, angle }: Flags): Omit<MotionRequest, 'path'> {
  if (from === undefined) throw missingFlag('--from', 'Give the first pose of B as 16 numbers, column-major');
  if (to === undefined) throw missingFlag('--to', 'Give the last pose of B as 16 numbers, column-major');
  return {
    from: readPose('--from', from),
    to: readPose('--to', to),
    ...(pivot === undefined ? {} : { pivot: readVector('--pivot', pivot) }),
    ...(axis === undefined ? {} : { axis: readVector('--axis', axis) }),
    ...(angle === undefined ? {} : { angle: readAngle(angle) }),
  };
}

function readPose(flag: string, text: string): Transform {
  return checkTransform(readMatrix(flag, text));
}

/** Returns radians. */
function readAngle(text: string): number {
  const degrees = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(degrees)) throw invalidArgument(`--angle cannot be ${JSON.stringify(text)}`, 'Give a finite number of degrees');
  return (degrees * Math.PI) / 180;
}

function certified(certificate: string, { file, mesh }: ReadMesh, reading: ImportOptions): CertifiedMesh {
  const path = relative(dirname(resolve(certificate)), resolve(file))
    .split(sep)
    .join('/');
  return { file: path, reading, sha256: geometryHash(mesh) };
}
