import { Command } from 'commander';
import { pairImportOptions, pairOptions, threadOptions } from '#core/options';
import type { TriangleMesh } from '#core/mesh';
import type { TreedMesh } from '#core/pair';
import { fastestTree, openTree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import type { CliContext } from './context.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { writePairReport, type ReportedPair } from './pair-report.ts';
import { pairText } from './pair-text.ts';
import { readPairOptions } from './read-pair-options.ts';
import { pairSurface, surfaceOf } from './surface-report.ts';
import { addTransformFlags, readTransform, type TransformFlags } from './transform-flags.ts';
import { addTraceFlag, readTraceFlag, savePairTrace } from './trace-flag.ts';

interface Flags extends TransformFlags {
  readonly contacts?: true;
  readonly json?: true;
}

export function queryPairCommand(context: CliContext): Command {
  const command = addTransformFlags(
    new Command('pair')
      .description('Find where the surfaces of two meshes intersect, and in which triangles')
      .argument('<a>', meshFileWords)
      .argument('<b>', 'Second mesh, transformed into the space of A: scale, rotation, translation'),
  ).option('--contacts', 'Report each contact (segment, point or area) and the contact curves');
  return addTraceFlag(addOptionFlags(addKindFlag(addOptionFlags(addOptionFlags(command, pairOptions), pairImportOptions)), threadOptions))
    .option('--json', 'Print one JSON document (schema: query-pair.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query pair room.obj robot.obj --translate 0,1.5,0 --rotate 0,0,90 --contacts')
    .action(async (fileA: string, fileB: string, flags: Flags) => {
      const aFromB = readTransform(flags);
      const options = readOptionFlags(pairOptions, flags);
      const reading = readPairOptions(flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, fileA, fileB);
      const { result, kindA, kindB, meshA, meshB, surface } = await withMeshWork(
        context,
        async ({ read, anyTree, run }) => {
          const a = await read(fileA, reading.a);
          const treeA = await anyTree(a, kind, fastestTree());
          const b = await read(fileB, reading.b);
          const treeB = await anyTree(b, kind, fastestTree());
          if (out !== null) {
            const treed = (mesh: TriangleMesh, tree: ArrayBuffer): TreedMesh => ({ mesh, tree: openTree(tree) });
            await savePairTrace(context, out, [fileA, fileB], treed(a.mesh, treeA.tree), treed(b.mesh, treeB.tree), aFromB);
          }
          const result = await run(`${fileA} and ${fileB}`, 'pairing', {
            kind: 'pair',
            a: { mesh: a.imported.mesh, tree: treeA.tree },
            b: { mesh: b.imported.mesh, tree: treeB.tree },
            aFromB,
            options,
            withContacts: flags.contacts === true,
          });
          const surface = pairSurface(surfaceOf(a.imported), surfaceOf(b.imported), aFromB);
          return { result, kindA: treeA.options.kind, kindB: treeB.options.kind, meshA: a.mesh, meshB: b.mesh, surface };
        },
        readOptionFlags(threadOptions, flags),
      );
      const query: ReportedPair = { fileA, fileB, kindA, kindB, meshA, meshB, aFromB, options, surface };
      if (flags.json) await writePairReport(context, query, result);
      else context.out(pairText(query, result));
    });
}
