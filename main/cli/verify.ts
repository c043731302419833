import { Command } from 'commander';
import { bakedFormat, bakeFormats, type Verification } from '#core/bake';
import { invalidArgument } from '#core/error';
import { importOptions, verifyOptions } from '#core/options';
import { fileNameOf } from '../remote/local-copies.ts';
import { columns, counted, many, printable } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly against?: string;
  readonly json?: true;
}

export function verifyCommand(context: VerdictContext): Command {
  const extensions = Object.values(bakeFormats)
    .map(({ extension }) => `.${extension}`)
    .join(', ');
  const command = new Command('verify')
    .description('Read a baked file and compare its queries with brute force, or check a motion certificate')
    .argument('<baked>', `Baked file (${extensions}), glTF, or a motion certificate`)
    .option('--against <file>', 'Source mesh, whose triangles are compared too');
  return addOptionFlags(addOptionFlags(command, verifyOptions), importOptions)
    .option('--json', 'Print one JSON document (schema: verify.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText(
      'after',
      '\nExits with 1 if anything differs, with 2 if the file is damaged or cannot be read.\n\nExample:\n  boxwood verify crate.boxwood --against crate.obj',
    )
    .action(async (file: string, flags: Flags) => {
      const { against, json } = flags;
      const reading = readOptionFlags(importOptions, flags);
      const options = readOptionFlags(verifyOptions, flags);
      const { verification, claim } = await withMeshWork(context, async (work) => {
        const { read, readBytes, run, sideFiles } = work;
        const source = against === undefined ? null : (await read(against, reading)).imported;
        const bytes = await readBytes(file);
        if (isCertificate(bytes)) {
          if (against !== undefined)
            throw invalidArgument('--against does not belong to a motion certificate', 'Leave it out: the certificate names its meshes');
          return await (await import('./verify-motion.ts')).verifyMotion(work, file, bytes);
        }
        // The space of a bake may have been stated when it was written.
        const from = source === null ? null : { mesh: source.mesh, ...(bakedFormat(bytes, file) === null && { space: source.space }) };
        const request = { kind: 'verify', fileName: fileNameOf(file), bytes, against: from, options } as const;
        const { verification } = await run(file, 'verifying', request, sideFiles(file));
        return { verification, claim: null };
      });
      if (!verification.ok) context.fail();
      const report = { file, against: against ?? null, ...verification };
      if (json) context.out(jsonText(report));
      else if (verification.format === 'boxwood-motion') {
        const { motionVerificationText } = await import('./verify-motion.ts');
        context.out(motionVerificationText(file, verification, claim ?? ''));
      } else
        context.out(
          `${printable(file)}\n${factsText(verification)}${verificationText({ ...verification, compared: against !== undefined })}`,
        );
    });
}

/** Whether a file is a certificate and not a bake. */
function isCertificate(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 200)).includes('"boxwood-motion"');
}

function factsText({ format, triangles, renderedTriangles, vertices, trees, source }: Verification): string {
  return columns([
    ['format', format],
    [
      'triangles',
      renderedTriangles === 0 ? counted(triangles) : `${counted(triangles)}, and ${counted(renderedTriangles)} that are only rendered`,
    ],
    ['vertices', counted(vertices)],
    ['trees', counted(trees)],
    ['source', source === null ? 'unknown' : `${source.file}, ${source.dialect}, ${many(source.byteLength, 'byte')}`],
  ]);
}

interface Verdict extends Pick<Verification, 'ok' | 'queries' | 'problems'> {
  /** Trees in the file. */
  readonly trees: number;
  /** Whether the file was compared with what was baked. */
  readonly compared: boolean;
}

/** Large meshes get fewer. */
const fewQueries = 1000;

/** Returns one line with the verdict, and one for each kind of difference. */
export function verificationText(verdict: Verdict): string {
  return `  ${verdictLine(verdict)}\n${verdict.problems.map((problem) => `  error: ${printable(problem)}.\n`).join('')}`;
}

function verdictLine({ ok, queries, trees, compared }: Verdict): string {
  const rays = many(queries, 'ray');
  if (!ok) return `NOT verified: ${rays} tested, with these differences`;
  const agreeing = `${rays} agree with brute force${queries < fewQueries ? ' (boxwood verify --queries tests more)' : ''}`;
  if (compared) return `verified: equal to the source, and ${agreeing}`;
  if (trees > 0) return `verified: the file and its trees are valid, and ${agreeing}; --against compares with the mesh`;
  return 'readable: the format has no checksums and no trees to verify; --against compares with the mesh';
}
