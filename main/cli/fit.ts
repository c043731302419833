import { Command } from 'commander';
import { fitOptions, importOptions } from '#core/options';
import type { FitRecord } from '#core/job';
import { meshFileWords } from './file-words.ts';
import { columns, many, maxRowsShown, measured, moreRows, printable, vector } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { spherePackText, readPlannerFile, writePlannerFile } from './sphere-packs.ts';
import { addResultFlags, readResultTarget, type ResultFile, resultFileText, writeResultMesh } from './result-mesh.ts';
import { type SkippedPart, skippedParts, skippedPartsText } from './skipped-parts.ts';

type Flags = Readonly<Record<string, unknown>> & { readonly out?: string; readonly json?: true };

export function fitCommand(context: VerdictContext): Command {
  const command = new Command('fit')
    .description('Fit a box, sphere, capsule, cylinder or pack of spheres to a mesh, to each part or to each component')
    .argument('<file>', meshFileWords);
  addOptionFlags(command, fitOptions);
  addResultFlags(command);
  return addOptionFlags(command, importOptions)
    .option('--json', 'Print one JSON document (schema: fit.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nOf a pack of spheres, -o may be a .yml or .json file: the spheres of each part, as robot planners read them.')
    .addHelpText('after', '\nExample:\n  boxwood fit robot.glb --shape capsule --containing --per part -o robot-capsules.glb')
    .action(async (file: string, flags: Flags) => {
      if (flags['shape'] === undefined) throw missingFlag('--shape', 'Give --shape box, sphere, capsule, cylinder or spheres');
      const options = readOptionFlags(fitOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const planner = await readPlannerFile(file, flags.out, options.shape);
      const target = planner === null ? await readResultTarget(file, flags) : null;
      const report = await withMeshWork(context, async (work) => {
        const read = await work.readBody(file, reading);
        const { shapes, packs, mesh, milliseconds } = await work.run(file, 'fitting', { kind: 'fit', mesh: read.imported.mesh, options });
        const written =
          planner === null
            ? await writeResultMesh(work, read, mesh, target, { flags, signal: context.signal })
            : await writePlannerFile(planner, packs, context.signal);
        const { containing, per } = options;
        const skipped = skippedParts(read, per, [...shapes, ...packs]);
        return {
          file,
          per,
          containing,
          shapes: shapes.map(shapeRow),
          packs,
          skippedParts: skipped,
          ...written,
          timings: { fitMilliseconds: milliseconds },
        };
      });
      if (report.verified === false || missing(report) > 0 || report.packs.some(({ contains }) => !contains)) context.fail();
      context.out(flags.json ? jsonText(report) : report.packs.length > 0 ? spherePackText(report) : fitText(report));
    });
}

/** Returns the number of shapes that should contain all their vertices, and do not. */
function missing({ containing, shapes }: { readonly containing: boolean; readonly shapes: readonly ShapeRow[] }): number {
  return containing ? shapes.filter(({ contains }) => !contains).length : 0;
}

type ShapeRow = ReturnType<typeof shapeRow>;

function shapeRow({ part, component, name, fitted, volume, maxDistance, contains, hullRatio }: FitRecord) {
  const { shape, ...parameters } = fitted;
  return { part, component, name, shape, parameters, volume, maxDistance, contains, hullRatio };
}

interface FitReport extends ResultFile {
  readonly file: string;
  readonly containing: boolean;
  readonly shapes: readonly ShapeRow[];
  readonly skippedParts: readonly SkippedPart[];
}

/** Returns the report for a terminal. */
export function fitText({ file, containing, shapes, skippedParts: skipped, ...written }: FitReport): string {
  const head = ['body', 'volume', 'times hull', 'max distance', 'contains', 'parameters'];
  const rows = shapes.slice(0, maxRowsShown).map(({ name, parameters, volume, maxDistance, contains, hullRatio }) => [
    name,
    measured(volume),
    hullRatio === null ? 'flat' : measured(hullRatio),
    measured(maxDistance),
    contains ? 'yes' : 'no',
    Object.entries(parameters)
      .map(([key, value]) => `${key} ${vector([value].flat(2))}`)
      .join('; '),
  ]);
  const shape = shapes[0]?.shape ?? 'box';
  const title = many(shapes.length, shape, shape === 'box' ? 'boxes' : `${shape}s`);
  const outside = missing({ containing, shapes });
  const failure =
    outside === 0
      ? ''
      : `  failed: ${many(outside, `${shape} does`, `${shape === 'box' ? 'boxes' : `${shape}s`} do`)} not contain every vertex\n`;
  return `${printable(file)}: ${title}\n${columns([head, ...rows], [1, 2, 3])}${moreRows(shapes.length)}${skippedPartsText(skipped)}${failure}${resultFileText(written)}`;
}
