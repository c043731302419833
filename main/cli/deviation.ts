import { Command } from 'commander';
import { type OpenEdgeCount, openEdgesText } from '#core/mesh';
import { deviationOptions, pairImportOptions } from '#core/options';
import { fastestTree } from '#core/tree';
import type { DeviationJobResult } from '#core/job';
import { meshFileWords } from './file-words.ts';
import { columns, counted, many, measured, printable, vector } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { type ReadMesh, withMeshWork } from './mesh-work.ts';
import { nonFiniteOfPair, nonFinitePairText } from './non-finite.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readPairOptions } from './read-pair-options.ts';

type Flags = Readonly<Record<string, unknown>> & { readonly json?: true };

export function deviationCommand(context: CliContext): Command {
  const command = new Command('deviation')
    .description('Measure how far two surfaces are from each other, such as a collider from its rendered mesh')
    .argument('<a>', `Collider. ${meshFileWords}`)
    .argument('<b>', 'Rendered mesh, in the same space');
  return addOptionFlags(addOptionFlags(command, deviationOptions), pairImportOptions, 'brief')
    .option('--json', 'Print one JSON document (schema: deviation.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nParts of A far outside B are invisible walls; parts of B far outside A let objects fall through.')
    .addHelpText('after', '\nExample:\n  boxwood deviation crate-collider.obj crate.obj --tolerance 0.02')
    .action(async (fileA: string, fileB: string, flags: Flags) => {
      const options = readOptionFlags(deviationOptions, flags);
      const reading = readPairOptions(flags);
      const report = await withMeshWork(context, async ({ readSurface, anyTree, run }) => {
        const a = await readSurface(fileA, reading.a);
        const treeA = await anyTree(a, null, fastestTree());
        const b = await readSurface(fileB, reading.b);
        const treeB = await anyTree(b, null, fastestTree());
        const result = await run(`${fileA} and ${fileB}`, 'measuring', {
          kind: 'deviation',
          a: { mesh: a.imported.mesh, tree: treeA.tree },
          b: { mesh: b.imported.mesh, tree: treeB.tree },
          options,
        });
        return deviationReport(a, b, options.density, result);
      });
      context.out(flags.json ? jsonText(report) : deviationText(report));
    });
}

type DeviationReport = ReturnType<typeof deviationReport>;

function deviationReport(
  a: ReadMesh,
  b: ReadMesh,
  density: number,
  { tolerance, aToB, bToA, openEdges, volumes, masses, milliseconds }: DeviationJobResult,
) {
  return {
    fileA: a.file,
    fileB: b.file,
    ...nonFiniteOfPair(a, b),
    tolerance,
    aToB: measuresOf(aToB),
    bToA: measuresOf(bToA),
    openEdges,
    volumes,
    density,
    masses,
    findings: [
      { code: 'invisible-wall', ...regionOf(aToB) },
      { code: 'fall-through', ...regionOf(bToA) },
    ].filter(({ triangles }) => triangles > 0),
    timings: { milliseconds },
  };
}

function measuresOf(deviation: DeviationJobResult['aToB']) {
  if (deviation === null) return null;
  const { max, atMost, location, mean, meanError, rms, rmsError, histogram, samples } = deviation;
  return { max, atMost, location, mean, meanError, rms, rmsError, histogram, samples };
}

function regionOf(deviation: DeviationJobResult['aToB']) {
  return deviation?.far ?? { area: 0, triangles: 0, worst: [], regionCount: 0, regions: [] };
}

const maxRegionsShown = 5;

function deviationText(report: DeviationReport): string {
  const { fileA, fileB, aToB, bToA, openEdges, volumes, masses, density, tolerance, findings } = report;
  const row = (name: string, deviation: DeviationReport['aToB']): readonly string[] =>
    deviation === null
      ? [name, '', '', '', '']
      : [
          name,
          measured(deviation.max),
          `${measured(deviation.mean)} ± ${measured(deviation.meanError)}`,
          measured(deviation.rms),
          vector(deviation.location ?? []),
        ];
  const table = columns([['distance', 'max', 'mean', 'rms', 'location of the max'], row('A to B', aToB), row('B to A', bToA)], [1, 2, 3]);
  const found = findings.map(({ code, area, triangles, regionCount, regions }) => {
    const lines = regions
      .slice(0, maxRegionsShown)
      .map((region) => `    ${measured(region.distance)} at ${vector(region.location)}, area ${measured(region.area)}\n`);
    const more = regionCount > maxRegionsShown ? `    and ${counted(regionCount - maxRegionsShown)} more\n` : '';
    const head = `  ${code}: area ${measured(area)} in ${many(triangles, 'triangle')} farther than ${measured(tolerance)}`;
    return `${head}, ${many(regionCount, 'region')}\n${lines.join('')}${more}`;
  });
  const volume = (value: number | null): string => (value === null ? 'open' : measured(value));
  return [
    `${printable(fileA)} (A) and ${printable(fileB)} (B)\n`,
    table,
    nonFinitePairText(report),
    `  volume            ${volume(volumes.a)} of A, ${volume(volumes.b)} of B\n`,
    openText('A', openEdges.a),
    openText('B', openEdges.b),
    `  mass              ${volume(masses.a)} of A, ${volume(masses.b)} of B, at density ${measured(density)}\n`,
    found.length === 0 ? `  No part is farther outside the other mesh than ${measured(tolerance)}\n` : found.join(''),
    `  ${counted((aToB?.samples ?? 0) + (bToA?.samples ?? 0))} points measured\n`,
  ].join('');
}

function openText(name: string, edges: readonly OpenEdgeCount[]): string {
  return edges.length === 0 ? '' : `  ${name} is open: ${openEdgesText(edges)}\n`;
}
