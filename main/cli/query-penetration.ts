import { Command } from 'commander';
import { noLowerBoundReasons, type PenetrationResult } from '#core/convex';
import { pairImportOptions } from '#core/options';
import { fastestTree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import { many, measured, printable, vector } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { type ReadMesh, withMeshWork } from './mesh-work.ts';
import { nonFiniteOfPair, nonFinitePairText } from './non-finite.ts';
import { addOptionFlags } from './option-flags.ts';
import { readPairOptions } from './read-pair-options.ts';
import { addTransformFlags, readTransform, type TransformFlags } from './transform-flags.ts';

interface Flags extends TransformFlags {
  readonly json?: true;
}

export function queryPenetrationCommand(context: VerdictContext): Command {
  const command = addTransformFlags(
    new Command('penetration')
      .description('Find a short translation of B that separates two meshes of any shape, and verify it')
      .argument('<a>', meshFileWords)
      .argument('<b>', 'Second mesh, transformed into the space of A: scale, rotation, translation'),
  );
  return addOptionFlags(command, pairImportOptions)
    .option('--json', 'Print one JSON document (schema: query-penetration.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query penetration channel.obj crate.obj --translate 0.6,0,0')
    .action(async (fileA: string, fileB: string, flags: Flags) => {
      const aFromB = readTransform(flags);
      const reading = readPairOptions(flags);
      const report = await withMeshWork(context, async ({ readSurface, anyTree, run }) => {
        const a = await readSurface(fileA, reading.a);
        const treeA = await anyTree(a, null, fastestTree());
        const b = await readSurface(fileB, reading.b);
        const treeB = await anyTree(b, null, fastestTree());
        const { result, milliseconds } = await run(`${fileA} and ${fileB}`, 'separating', {
          kind: 'penetration',
          a: { mesh: a.imported.mesh, tree: treeA.tree },
          b: { mesh: b.imported.mesh, tree: treeB.tree },
          aFromB,
        });
        return penetrationReport(a, b, aFromB, result, milliseconds);
      });
      if (!report.verified) context.fail();
      context.out(flags.json ? jsonText(report) : penetrationText(report));
    });
}

type PenetrationReport = ReturnType<typeof penetrationReport>;

function penetrationReport(a: ReadMesh, b: ReadMesh, transform: readonly number[], result: PenetrationResult, milliseconds: number) {
  const { overlap, pushOut, lower, lowerUnknown, upper, localRadius, verified, isClosedA, isClosedB, tests } = result;
  return {
    fileA: a.file,
    fileB: b.file,
    ...nonFiniteOfPair(a, b),
    transform,
    overlap,
    pushOut,
    lower,
    lowerUnknown,
    upper,
    localRadius,
    verified,
    closedA: isClosedA,
    closedB: isClosedB,
    tests,
    timings: { milliseconds },
  };
}

function penetrationText(report: PenetrationReport): string {
  const { fileA, fileB, overlap, pushOut, lower, upper, verified, tests } = report;
  const names = `${printable(fileA)} and ${printable(fileB)}`;
  if (!overlap) return `${names} do not overlap\n${nonFinitePairText(report)}`;
  return [
    `${names} overlap\n`,
    nonFinitePairText(report),
    `  push-out of B  ${vector(pushOut)}, length ${measured(upper)}\n`,
    `  lower bound    ${measured(lower)}${report.lowerUnknown === null ? '' : `, ${noLowerBoundReasons[report.lowerUnknown]}`}\n`,
    `  local minimum  ${localMinimumText(report.localRadius)}\n`,
    `  verified       ${verified ? 'yes, the meshes do not overlap after it' : 'no: the meshes still overlap after it'}\n`,
    `  ${many(tests, 'query', 'queries')} of pairs\n`,
  ].join('');
}

function localMinimumText(radius: number | null): string {
  if (radius === null) return 'not proven: the search reached its limit of queries, or rounding hides it';
  return `yes, no separating translation within ${measured(radius)} of it is shorter`;
}
