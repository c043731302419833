import { Command } from 'commander';
import { hullOptions, importOptions } from '#core/options';
import type { HullRecord } from '#core/job';
import { meshFileWords } from './file-words.ts';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { leftOutVertices, nonFiniteText } from './non-finite.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { addResultFlags, readResultTarget, type ResultFile, resultFileText, writeResultMesh } from './result-mesh.ts';
import { type SkippedPart, skippedParts, skippedPartsText } from './skipped-parts.ts';

type Flags = Readonly<Record<string, unknown>> & { readonly out?: string; readonly json?: true };

export function convexHullCommand(context: VerdictContext): Command {
  const command = new Command('hull')
    .description('Find the convex hull of a mesh, of each part or of each component')
    .argument('<file>', meshFileWords);
  addOptionFlags(command, hullOptions);
  addResultFlags(command);
  return addOptionFlags(command, importOptions)
    .option('--json', 'Print one JSON document (schema: convex-hull.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText(
      'after',
      '\nA hull with limited vertices or faces contains the mesh. Faces are polygons. Flat and repeated points are accepted.',
    )
    .addHelpText('after', '\nExample:\n  boxwood convex hull crate.glb --per part --max-vertices 32 -o crate-hulls.glb')
    .action(async (file: string, flags: Flags) => {
      const options = readOptionFlags(hullOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const target = await readResultTarget(file, flags);
      const report = await withMeshWork(context, async (work) => {
        const read = await work.readBody(file, reading);
        const { hulls, mesh, milliseconds } = await work.run(file, 'hull', { kind: 'hull', mesh: read.imported.mesh, options });
        const written = await writeResultMesh(work, read, mesh, target, { flags, signal: context.signal });
        const skipped = skippedParts(read, options.per, hulls);
        return {
          file: read.file,
          nonFiniteVertices: leftOutVertices(read),
          per: options.per,
          hulls,
          skippedParts: skipped,
          ...written,
          timings: { hullMilliseconds: milliseconds },
        };
      });
      if (report.verified === false) context.fail();
      context.out(flags.json ? jsonText(report) : hullText(report));
    });
}

interface HullReport extends ResultFile {
  readonly file: string;
  readonly nonFiniteVertices: number;
  readonly hulls: readonly HullRecord[];
  readonly skippedParts: readonly SkippedPart[];
}

function hullText({ file, nonFiniteVertices: count, hulls, skippedParts: skipped, ...written }: HullReport): string {
  const head = ['body', 'vertices', 'faces', 'volume', 'added', 'area', 'max distance from exact hull'];
  const rows = hulls
    .slice(0, maxRowsShown)
    .map(({ name, vertices, faces, volume, exactVolume, area, maxDistance, dimension }) => [
      name,
      counted(vertices),
      counted(faces),
      dimension === 3 ? measured(volume) : flatWords[dimension]!,
      exactVolume > 0 ? `${(100 * (volume / exactVolume - 1)).toFixed(1)} %` : '',
      measured(area),
      measured(maxDistance),
    ]);
  const table = columns([head, ...rows], [1, 2, 3, 4, 5, 6]);
  return `${printable(file)}: ${many(hulls.length, 'convex hull')}\n${table}${moreRows(hulls.length)}${nonFiniteText(count)}${skippedPartsText(skipped)}${resultFileText(written)}`;
}

/** By dimension. */
const flatWords = ['a point', 'on a line', 'flat'];
