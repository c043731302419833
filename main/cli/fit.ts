import { Command } from 'commander';
import { fitOptions, importOptions, usedFitOptions } from '#core/options';
import type { FitRecord, PackRecord } from '#core/job';
import { meshFileWords } from './file-words.ts';
import { columns, many, maxRowsShown, measured, moreRows, printable, vector } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { leftOutVertices, nonFiniteText } from './non-finite.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { checkUsedFlags } from './unused-flags.ts';
import { readPlannerFile, writePlannerFile } from './sphere-packs.ts';
import { addResultFlags, readResultTarget, type ResultFile, resultFileText, writeResultMesh } from './result-mesh.ts';
import { type SkippedPart, skippedParts, skippedPartsText } from './skipped-parts.ts';

type Flags = Readonly<Record<string, unknown>> & { readonly out?: string; readonly json?: true };

export function fitCommand(context: VerdictContext): Command {
  const command = new Command('fit')
    .description('Fit a box, sphere, capsule, cylinder or pack of spheres to a mesh, to each part or to each component')
    .argument('<file>', meshFileWords);
  // The default of the table is that of panels.
  addOptionFlags(command, fitOptions, 'full', ['shape']);
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
      checkUsedFlags(fitOptions, flags, ['shape', ...usedFitOptions(options.shape)], `--shape ${options.shape}`);
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
        return {
          file: read.file,
          nonFiniteVertices: leftOutVertices(read),
          per,
          containing: containing || options.shape === 'spheres',
          shapes: [...shapes.map(shapeRow), ...packs.map(packRow)],
          skippedParts: skippedParts(read, per, [...shapes, ...packs]),
          ...written,
          timings: { fitMilliseconds: milliseconds },
        };
      });
      if (report.verified === false || missing(report) > 0) context.fail();
      context.out(flags.json ? jsonText(report) : fitText(report));
    });
}

/** Returns the number of shapes that should contain all their vertices, and do not. */
function missing({ containing, shapes }: { readonly containing: boolean; readonly shapes: readonly ShapeRow[] }): number {
  return containing ? shapes.filter(({ contains }) => !contains).length : 0;
}

export type ShapeRow = ReturnType<typeof shapeRow> | ReturnType<typeof packRow>;

function shapeRow({ part, component, name, fitted, ...measures }: FitRecord) {
  const { shape, ...parameters } = fitted;
  const { volume, maxDistance, rmsToShape, rmsToSurface, maxToSurface, contains, hullRatio } = measures;
  return { part, component, name, shape, parameters, volume, maxDistance, rmsToShape, rmsToSurface, maxToSurface, contains, hullRatio };
}

/** Of a pack, the surface is inside: only the spheres are somewhere outside it. */
function packRow({ part, component, name, spheres, volume, maxOutside, contains }: PackRecord) {
  const unknown = { maxDistance: null, rmsToShape: null, rmsToSurface: null, hullRatio: null } as const;
  return {
    part,
    component,
    name,
    shape: 'spheres',
    parameters: { spheres },
    volume,
    ...unknown,
    maxToSurface: maxOutside,
    contains,
  } as const;
}

interface FitReport extends ResultFile {
  readonly file: string;
  readonly nonFiniteVertices: number;
  readonly containing: boolean;
  readonly shapes: readonly ShapeRow[];
  readonly skippedParts: readonly SkippedPart[];
}

const head = ['body', 'volume', 'times hull', 'max distance', 'rms to shape', 'rms to mesh', 'max to mesh', 'contains', 'parameters'];

/** Returns the report for a terminal. */
export function fitText({ file, nonFiniteVertices: count, containing, shapes, skippedParts: skipped, ...written }: FitReport): string {
  const length = (value: number | null): string => (value === null ? '' : measured(value));
  const rows = shapes
    .slice(0, maxRowsShown)
    .map(({ name, volume, hullRatio, maxDistance, rmsToShape, rmsToSurface, maxToSurface, contains, ...shape }) => [
      name,
      measured(volume),
      hullRatio === null ? (shape.shape === 'spheres' ? '' : 'flat') : measured(hullRatio),
      ...[maxDistance, rmsToShape, rmsToSurface, maxToSurface].map(length),
      contains ? 'yes' : 'no',
      parametersText(shape),
    ]);
  const [one, more] = words[shapes[0]?.shape ?? 'box'];
  const outside = missing({ containing, shapes });
  const failure =
    outside === 0
      ? ''
      : `  failed: ${many(outside, `${one} does`, `${more} do`)} not contain ${one === words.spheres[0] ? 'the surface' : 'every vertex'}\n`;
  return [
    `${printable(file)}: ${many(shapes.length, one, more)}\n`,
    shapeTable(rows),
    moreRows(shapes.length),
    nonFiniteText(count),
    skippedPartsText(skipped),
    failure,
    resultFileText(written),
  ].join('');
}

/** Returns the table of shapes, without columns that are empty for all of them: a pack of spheres has fewer measures. */
function shapeTable(rows: readonly (readonly string[])[]): string {
  const used = head.flatMap((_, column) => (rows.some((row) => row[column] !== '') ? [column] : []));
  const numbers = used.flatMap((column, i) => (column >= 1 && column <= 6 ? [i] : []));
  return columns(
    [head, ...rows].map((row) => used.map((column) => row[column]!)),
    numbers,
  );
}

const words = {
  box: ['box', 'boxes'],
  sphere: ['sphere', 'spheres'],
  capsule: ['capsule', 'capsules'],
  cylinder: ['cylinder', 'cylinders'],
  spheres: ['pack of spheres', 'packs of spheres'],
} as const satisfies Record<ShapeRow['shape'], readonly [string, string]>;

function parametersText({ shape, parameters }: Pick<ShapeRow, 'shape' | 'parameters'>): string {
  if (shape === 'spheres') return many((parameters as { readonly spheres: readonly unknown[] }).spheres.length, 'sphere');
  return Object.entries(parameters as Readonly<Record<string, number | readonly number[]>>)
    .map(([key, value]) => `${key} ${vector([value].flat(2) as number[])}`)
    .join('; ');
}
