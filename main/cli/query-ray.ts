import { Command } from 'commander';
import { InspectorError } from '#core/error';
import { medianMicroseconds } from '#core/median-microseconds';
import { normalized } from '#core/math/vec3';
import { partLabel } from '#core/mesh/part-label';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { importOptions } from '#core/options/import-options';
import { rayOptions, type RayOptions } from '#core/options/ray-options';
import { raycastSteps, type Ray } from '#core/query/ray';
import { createRayWorkspace } from '#core/query/ray-workspace';
import { raycastInto } from '#core/query/raycast-into';
import { openTree, type Tree } from '#core/tree/layout';
import { loadTree } from '#core/tree/wide/load-tree';
import { columns, counted, many, measured, moreRows, mostRowsShown, printable, vector } from './columns.ts';
import type { CliContext } from './context.ts';
import { materialOf } from '#core/mesh/surface-materials';
import { inTurns } from './in-turns.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readLength, readVector } from './read-numbers.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly origin?: string;
  readonly direction?: string;
  readonly far?: string;
  readonly json?: true;
}

export function queryRayCommand(context: CliContext): Command {
  const command = new Command('ray')
    .description('the triangles that a ray meets')
    .argument('<file>', 'a mesh; see boxwood inspect')
    .option('--origin <x,y,z>', 'where the ray starts, in mesh units (required)')
    .option('--direction <x,y,z>', 'where it goes, at any length (required)')
    .option('--far <distance>', 'where it ends, in mesh units from the origin (default: nowhere)');
  return addKindFlag(addOptionFlags(addOptionFlags(command, rayOptions), importOptions))
    .option('--json', 'print one JSON document (resources/schemas/query-ray.schema.json)')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood query ray crate.obj --origin -1,2,3e-7 --direction 1,0,0 --mode all')
    .action(async (file: string, flags: Flags) => {
      const ray = readRay(flags);
      const options = readOptionFlags(rayOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const report = await withMeshWork(context, async ({ read, anyTree }) => {
        const mesh = await read(file, reading);
        const { tree } = await anyTree(mesh, kind);
        return rayReport(file, mesh.mesh, loadTree(openTree(tree), mesh.mesh), ray, options, context.signal);
      });
      context.out(flags.json ? jsonText(report) : rayText(report));
    });
}

/** Commander would tell of a missing flag before an unknown one, and so hide that `--orgin` was meant. */
function readRay({ origin, direction, far }: Flags): Ray {
  if (origin === undefined) throw invalid('--origin is missing', 'Give where the ray starts, for instance --origin 0,0,5');
  if (direction === undefined) throw invalid('--direction is missing', 'Give where the ray goes, for instance --direction 0,0,-1');
  const along = readVector('--direction', direction);
  if (along.every((component) => component === 0)) throw invalid('--direction cannot be zero', 'Give where the ray goes, for instance --direction 0,0,-1');
  return {
    origin: readVector('--origin', origin),
    direction: along,
    far: far === undefined ? Infinity : readLength('--far', far),
  };
}

function invalid(message: string, cure: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, cure, place: {} });
}

/** Milliseconds to spend on telling how long the query takes. */
const timingBudget = 50;

type RayReport = Awaited<ReturnType<typeof rayReport>>;

async function rayReport(file: string, mesh: TriangleMesh, tree: Tree, ray: Ray, options: RayOptions, signal: AbortSignal) {
  const answer = await inTurns(raycastSteps(tree, mesh, ray, options), signal);
  const workspace = createRayWorkspace(tree);
  const microseconds = medianMicroseconds(() => raycastInto(workspace, tree, mesh, ray, options), timingBudget);
  const hits = answer.hits.map(({ triangle, distance, position, normal, barycentric, part }) => {
    return { triangle, distance, position, normal, barycentric, part, partName: nameOf(mesh, part), material: materialOf(mesh.materials, triangle) };
  });
  // The query takes the direction as it was given: at length 1 it would be rounded twice. The report tells it at length 1.
  const shown = { ...ray, direction: normalized(ray.direction) ?? ray.direction };
  return { file, kind: tree.kind, ...options, ray: shown, hits, stats: { ...answer.stats, microseconds } };
}

function nameOf(mesh: TriangleMesh, part: number | null): string | null {
  return part === null ? null : (mesh.parts[part]?.name ?? null);
}

function rayText({ file, hits, stats }: RayReport): string {
  const rows = hits.slice(0, mostRowsShown).map((hit) => [
    measured(hit.distance),
    counted(hit.triangle),
    hit.part === null ? '' : partLabel(hit.partName, hit.part),
    vector(hit.position),
    vector(hit.normal),
    vector(hit.barycentric),
  ]);
  const head = ['distance', 'triangle', 'part', 'position', 'normal', 'barycentric'];
  return [
    `${printable(file)}: ${hits.length === 0 ? 'no hit' : many(hits.length, 'hit')}
`,
    hits.length === 0 ? '' : columns([head, ...rows], [0, 1]),
    moreRows(hits.length),
    `  ${many(stats.nodesVisited, 'box', 'boxes')} visited, ${many(stats.trianglesTested, 'triangle')} tested, `,
    `${measured(stats.microseconds)} µs (median of warm calls)
`,
  ].join('');
}
