import { Command } from 'commander';
import { colliderIds, gridCells } from '#core/convex';
import { withColliderNames } from '#core/bake';
import { invalidArgument } from '#core/error';
import { openEdgesText, openMeshBytes, writeMeshBytes } from '#core/mesh';
import { decomposeOptions, decomposeOptionsOf, type ExportOptions, exportOptions, importOptions } from '#core/options';
import type { CompareCollidersJobResult, DecomposeJobResult } from '#core/job';
import { meshFileWords } from './file-words.ts';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable } from '../terminal/columns.ts';
import { collidersText, type CompareReport } from './colliders-text.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { type ReadMesh, withMeshWork } from './mesh-work.ts';
import { leftOutVertices, nonFiniteText } from './non-finite.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { checkUsedFlags } from './unused-flags.ts';
import { addResultFlags, readResultTarget, type ResultFile, resultFileText, writeResultMesh } from './result-mesh.ts';

type Flags = Readonly<Record<string, unknown>> & {
  readonly out?: string;
  readonly json?: true;
  readonly compare?: true;
  readonly keep?: string;
  readonly method?: string;
};

export function decomposeCommand(context: VerdictContext): Command {
  const command = new Command('decompose')
    .description('Make a collider of a mesh: convex hulls or a simplified surface. Measure what it adds and misses')
    .argument('<file>', meshFileWords);
  addOptionFlags(command, decomposeOptions);
  addOptionFlags(command, nameOptions);
  addResultFlags(command);
  return addOptionFlags(command, importOptions, 'brief')
    .option('--compare', 'Compare all methods, also fitted shapes and several numbers of hulls')
    .option('--keep <id>', 'Row of --compare that is written to --out, such as vhacd-8')
    .option('--json', 'Print one JSON document (schemas: decompose, decompose-compare)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', examples)
    .action(async (file: string, flags: Flags) => {
      const options = readOptionFlags(decomposeOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      checkTogether(flags, colliderIds(options));
      const used = flags.compare === true ? Object.keys(decomposeOptions) : ['method', ...decomposeOptionsOf[options.method]];
      checkUsedFlags(decomposeOptions, flags, used, `--method ${options.method}`);
      const { colliderNames } = readOptionFlags(nameOptions, flags);
      const target = await readResultTarget(file, flags);
      const report = await withMeshWork(context, async (work) => {
        const read = await work.readBody(file, reading);
        const write = (mesh: ArrayBuffer | SharedArrayBuffer): Promise<ResultFile> =>
          writeResultMesh(work, read, renamed(mesh, colliderNames), target, {
            flags,
            signal: context.signal,
          });
        const { mesh } = read.imported;
        if (flags.compare !== true) {
          const found = await work.run(file, 'decomposing', { kind: 'decompose', mesh, options });
          return decomposeReport(read, options.method, found, await write(found.mesh));
        }
        const found = await work.run(file, 'comparing', { kind: 'compare-colliders', mesh, options });
        const kept = flags.keep === undefined ? null : keptMesh(found, flags.keep);
        return compareReport(read, found, kept === null ? noFile : await write(kept));
      });
      if (report.verified === false) context.fail();
      if (flags.json) context.out(jsonText(report));
      else context.out('colliders' in report ? collidersText(report) : decomposeText(report));
    });
}

/** Only for the written file. */
const nameOptions = { colliderNames: exportOptions.colliderNames };

const examples =
  '\nExample:\n  boxwood decompose chair.glb --max-hulls 16 --max-vertices 32 -o chair-hulls.glb' +
  '\n  boxwood decompose chair.glb --compare --keep vhacd-8 --collider-names unreal -o chair-hulls.glb';

const noFile: ResultFile = { out: null, format: null, bytes: null, verified: null, notes: [] };

/** @throws InspectorError `invalid-argument` for flags that exclude or need each other. */
function checkTogether({ compare, keep, method, out }: Flags, ids: readonly string[]): void {
  if (keep !== undefined && compare !== true) throw invalidArgument('--keep needs --compare', 'Use both, or remove it');
  if (compare === true && method !== undefined)
    throw invalidArgument('--method and --compare exclude each other', 'Remove one: --compare runs every method');
  if (compare === true && (keep === undefined) !== (out === undefined))
    throw invalidArgument('With --compare, --out and --keep need each other', 'Name the row to write by --keep, or remove both');
  if (keep !== undefined && !ids.includes(keep)) throw invalidArgument(`The comparison has no row ${keep}`, `Use one of ${ids.join(', ')}`);
}

function renamed(mesh: ArrayBuffer | SharedArrayBuffer, naming: ExportOptions['colliderNames']): ArrayBuffer | SharedArrayBuffer {
  if (naming === 'same') return mesh;
  return writeMeshBytes(withColliderNames(openMeshBytes(mesh), naming), (byteLength) => new ArrayBuffer(byteLength));
}

function keptMesh({ colliders, skipped, meshes }: CompareCollidersJobResult, id: string): ArrayBuffer | SharedArrayBuffer {
  const mesh = meshes[colliders.findIndex((collider) => collider.id === id)];
  if (mesh !== undefined) return mesh;
  const reason = skipped.find((collider) => collider.id === id)?.reason ?? 'it was not made';
  throw invalidArgument(`There is no collider ${id}: ${reason}`, `Use one of ${colliders.map((collider) => collider.id).join(', ')}`);
}

function compareReport(
  read: ReadMesh,
  { colliders, skipped, openEdges, volume, milliseconds }: CompareCollidersJobResult,
  written: ResultFile,
): CompareReport {
  const { file } = read;
  const rows = colliders.map(({ notes, ...collider }) => ({ ...collider, findings: notes }));
  return {
    file,
    nonFiniteVertices: leftOutVertices(read),
    openEdges,
    volume,
    colliders: rows,
    skipped,
    ...written,
    timings: { milliseconds },
  };
}

type DecomposeReport = ReturnType<typeof decomposeReport>;

function decomposeReport(read: ReadMesh, method: string, found: DecomposeJobResult, written: ResultFile) {
  const { hulls, notes: findings, openEdges, phantomVolume, missingVolume, cellVolume, maxDeviation, milliseconds } = found;
  return {
    file: read.file,
    method,
    nonFiniteVertices: leftOutVertices(read),
    hulls,
    findings,
    openEdges,
    phantomVolume,
    missingVolume,
    cellVolume,
    maxDeviation,
    ...written,
    timings: { milliseconds },
  };
}

function decomposeText({
  file,
  hulls,
  findings,
  openEdges,
  phantomVolume,
  missingVolume,
  maxDeviation,
  ...report
}: DecomposeReport): string {
  const rows = hulls
    .slice(0, maxRowsShown)
    .map(({ name, vertices, faces, volume }) => [name, counted(vertices), counted(faces), volume === null ? 'open' : measured(volume)]);
  const volume = (value: number | null): string =>
    value === null ? `unknown, the mesh is open: ${openEdgesText(openEdges)}` : `${measured(value)} (grid of ${gridCells} cells)`;
  return [
    `${printable(file)}: ${hulls.every(({ convex }) => convex) ? many(hulls.length, 'convex hull') : 'one surface, not convex'}\n`,
    columns([['body', 'vertices', 'faces', 'volume'], ...rows], [1, 2, 3]),
    moreRows(hulls.length),
    nonFiniteText(report.nonFiniteVertices),
    ...findings.map(({ message }) => `  ${message}\n`),
    `  phantom volume  ${volume(phantomVolume)}\n`,
    `  missing volume  ${volume(missingVolume)}\n`,
    `  max deviation   ${deviationText(maxDeviation.outward, maxDeviation.outwardAtMost)} outward, ${deviationText(maxDeviation.inward, maxDeviation.inwardAtMost)} inward\n`,
    resultFileText(report),
  ].join('');
}

/** `0.25`, or `0.25 to 0.3` where the search ended at its limit. */
function deviationText(found: number, atMost: number): string {
  const [low, high] = [measured(found), measured(atMost)];
  return atMost <= found * 1.002 || low === high ? low : `${low} to ${high}`;
}
