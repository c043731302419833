import { Command } from 'commander';
import { invalidArgument } from '#core/error';
import { theKernel } from '#core/kernel/index';
import { checkTransform, identityTransformParts, transformOf, type Transform } from '#core/math/transform';
import { quickTree, type BuildOptions } from '#core/options/build-options';
import { pairImportOptions, type ImportOptions } from '#core/options/import-options';
import { pairOptions } from '#core/options/pair-options';
import { threadOptions } from '#core/options/thread-options';
import type { CliContext } from './context.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, givenOptions, readOptionFlags } from './option-flags.ts';
import { writePairReport, type PairQuery } from './pair-report.ts';
import { pairText } from './pair-text.ts';
import { readMatrix, readScale, readVector } from './read-numbers.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly translate?: string;
  readonly rotate?: string;
  readonly scale?: string;
  readonly matrix?: string;
  readonly contacts?: true;
  readonly json?: true;
}

export function queryPairCommand(context: CliContext): Command {
  const command = new Command('pair')
    .description('whether the surfaces of two meshes meet, in which triangles, and where')
    .argument('<a>', 'a mesh; see boxwood inspect')
    .argument('<b>', 'another, which the flags place in the space of the first: scaled, turned, then moved')
    .option('--translate <x,y,z>', 'moves B, in mesh units of A')
    .option('--rotate <x,y,z>', 'turns B about the fixed axes X, then Y, then Z, in degrees')
    .option('--scale <factor>', 'scales B; x,y,z scales each axis by its own, negative ones mirror')
    .option('--matrix <numbers>', 'places B by a 4 x 4 matrix instead: 16 numbers, column by column')
    .option('--contacts', 'tell where each pair meets, and join the segments to lines');
  return addOptionFlags(addKindFlag(addOptionFlags(addOptionFlags(command, pairOptions), pairImportOptions)), threadOptions)
    .option('--json', 'print one JSON document (resources/schemas/query-pair.schema.json)')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood query pair room.obj robot.obj --translate 0,1.5,0 --rotate 0,0,90 --contacts')
    .action(async (fileA: string, fileB: string, flags: Flags) => {
      const aFromB = readTransform(flags);
      const options = readOptionFlags(pairOptions, flags);
      const reading = readingOfBoth(flags);
      const kind = kindOf(flags);
      const { result, kindA, kindB, meshA, meshB } = await withMeshWork(
        context,
        async ({ read, anyTree, run }) => {
          const a = await read(fileA, reading.a);
          const treeA = await anyTree(a, kind, otherwise);
          const b = await read(fileB, reading.b);
          const treeB = await anyTree(b, kind, otherwise);
          const result = await run(`${fileA} and ${fileB}`, 'pairing', {
            kind: 'pair',
            a: { mesh: a.imported.mesh, tree: treeA.tree },
            b: { mesh: b.imported.mesh, tree: treeB.tree },
            aFromB,
            options,
            withContacts: flags.contacts === true,
          });
          return { result, kindA: treeA.options.kind, kindB: treeB.options.kind, meshA: a.mesh, meshB: b.mesh };
        },
        readOptionFlags(threadOptions, flags),
      );
      const query: PairQuery = { fileA, fileB, kindA, kindB, meshA, meshB, aFromB, options };
      if (flags.json) await writePairReport(context, query, result);
      else context.out(pairText(query, result));
    });
}

/** What WebAssembly builds and walks, where that can be had. */
const otherwise: Partial<BuildOptions> = theKernel === null ? {} : quickTree;

/** What is said of both holds for each of which nothing else is said. */
function readingOfBoth(flags: Flags): { readonly a: ImportOptions; readonly b: ImportOptions } {
  const { sceneA, sceneB, triangulation, colliders, collidersA, collidersB } = readOptionFlags(pairImportOptions, flags);
  const given = givenOptions(pairImportOptions, flags);
  return {
    a: { scene: sceneA, triangulation, colliders: given['collidersA'] === undefined ? colliders : collidersA },
    b: { scene: sceneB, triangulation, colliders: given['collidersB'] === undefined ? colliders : collidersB },
  };
}

/** Placement and matrix are two ways to say one thing, so that both together contradict each other. */
function readTransform({ translate, rotate, scale, matrix }: Flags): Transform {
  if (matrix === undefined) {
    return transformOf({
      translate: translate === undefined ? identityTransformParts.translate : readVector('--translate', translate),
      rotateDegrees: rotate === undefined ? identityTransformParts.rotateDegrees : readVector('--rotate', rotate),
      scale: scale === undefined ? identityTransformParts.scale : readScale('--scale', scale),
    });
  }
  const other = Object.entries({ translate, rotate, scale }).find(([, value]) => value !== undefined);
  if (other !== undefined) throw invalidArgument(`--matrix and --${other[0]} exclude each other`, 'Give the one or the other');
  return checkTransform(readMatrix('--matrix', matrix));
}
