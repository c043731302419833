import { Command } from 'commander';
import { gridCells } from '#core/convex';
import { decomposeOptions, importOptions } from '#core/options';
import type { DecomposeJobResult } from '#core/job';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { addResultFlags, readResultTarget, type ResultFile, resultFileText, writeResultMesh } from './result-mesh.ts';

type Flags = Readonly<Record<string, unknown>> & { readonly out?: string; readonly json?: true };

export function decomposeCommand(context: VerdictContext): Command {
  const command = new Command('decompose')
    .description('Divide a mesh into convex hulls that approximate it, and measure what they add and miss')
    .argument('<file>', 'Mesh file, or a baked .boxwood');
  addOptionFlags(command, decomposeOptions);
  addResultFlags(command);
  return addOptionFlags(command, importOptions, 'brief')
    .option('--json', 'Print one JSON document (schema: decompose.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood decompose chair.glb --max-hulls 16 --max-vertices 32 -o chair-hulls.glb')
    .action(async (file: string, flags: Flags) => {
      const options = readOptionFlags(decomposeOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const target = await readResultTarget(file, flags);
      const report = await withMeshWork(context, async (work) => {
        const read = await work.read(file, reading);
        const found = await work.run(file, 'decomposing', { kind: 'decompose', mesh: read.imported.mesh, options });
        const written = await writeResultMesh(work, read, found.mesh, target, { flags, signal: context.signal });
        return decomposeReport(file, options.method, found, written);
      });
      if (report.verified === false) context.fail();
      context.out(flags.json ? jsonText(report) : decomposeText(report));
    });
}

type DecomposeReport = ReturnType<typeof decomposeReport>;

function decomposeReport(file: string, method: string, found: DecomposeJobResult, written: ResultFile) {
  const { hulls, phantomVolume, missingVolume, cellVolume, maxDeviation, milliseconds } = found;
  return { file, method, hulls, phantomVolume, missingVolume, cellVolume, maxDeviation, ...written, timings: { milliseconds } };
}

function decomposeText({ file, hulls, phantomVolume, missingVolume, maxDeviation, ...written }: DecomposeReport): string {
  const rows = hulls
    .slice(0, maxRowsShown)
    .map(({ name, vertices, faces, volume }) => [name, counted(vertices), counted(faces), measured(volume)]);
  const volume = (value: number | null): string =>
    value === null ? 'unknown, the mesh is open' : `${measured(value)} (grid of ${gridCells} cells)`;
  return [
    `${printable(file)}: ${many(hulls.length, 'convex hull')}\n`,
    columns([['hull', 'vertices', 'faces', 'volume'], ...rows], [1, 2, 3]),
    moreRows(hulls.length),
    `  phantom volume  ${volume(phantomVolume)}\n`,
    `  missing volume  ${volume(missingVolume)}\n`,
    `  max deviation   ${measured(maxDeviation.outward)} outward, ${measured(maxDeviation.inward)} inward\n`,
    resultFileText(written),
  ].join('');
}
