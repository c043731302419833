import { Command } from 'commander';
import { InspectorError } from '#core/error';
import { normalized } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { rayOptions, type RayOptions } from '#core/options/ray-options';
import { raycast, type Ray, type RayAnswer } from '#core/query/ray';
import { openTree, type AabbTree } from '#core/tree/layout';
import { columns, counted, measured, vector } from './columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readLength, readVector } from './read-numbers.ts';
import { kindOption } from './tree.ts';

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
  return addOptionFlags(command, rayOptions)
    .addOption(kindOption())
    .option('--json', 'print one JSON document (resources/schemas/query-ray.schema.json)')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood query ray crate.obj --origin -1,2,3e-7 --direction 1,0,0 --mode all')
    .action(async (file: string, flags: Flags) => {
      const ray = readRay(flags);
      const options = readOptionFlags(rayOptions, flags);
      const report = await withMeshWork(context, async ({ read, anyTree }) => {
        const mesh = await read(file);
        const { tree } = await anyTree(mesh);
        return rayReport(file, mesh.mesh, openTree(tree), ray, options);
      });
      context.out(flags.json ? jsonText(report) : rayText(report));
    });
}

/** Commander would tell of a missing flag before an unknown one, and so hide that `--orgin` was meant. */
function readRay({ origin, direction, far }: Flags): Ray {
  if (origin === undefined) throw invalid('--origin is missing', 'Give where the ray starts, for instance --origin 0,0,5');
  if (direction === undefined) throw invalid('--direction is missing', 'Give where the ray goes, for instance --direction 0,0,-1');
  const along = normalized(readVector('--direction', direction));
  if (along === null) throw invalid('--direction cannot be zero', 'Give where the ray goes, for instance --direction 0,0,-1');
  return {
    origin: readVector('--origin', origin),
    direction: along,
    far: far === undefined ? Infinity : readLength('--far', far),
  };
}

function invalid(message: string, cure: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, cure, place: {} });
}

type RayReport = ReturnType<typeof rayReport>;

function rayReport(file: string, mesh: TriangleMesh, tree: AabbTree, ray: Ray, options: RayOptions) {
  const { answer, microseconds } = timedRaycast(tree, mesh, ray, options);
  const hits = answer.hits.map(({ triangle, distance, position, normal, barycentric, part }) => {
    return { triangle, distance, position, normal, barycentric, part, partName: nameOf(mesh, part) };
  });
  return { file, kind: tree.kind, ...options, ray, hits, stats: { ...answer.stats, microseconds } };
}

/** Calls of which the median is told: the first ones run in slow code, and the clock is coarse. */
const timedCalls = 25;

function timedRaycast(tree: AabbTree, mesh: TriangleMesh, ray: Ray, options: RayOptions): { answer: RayAnswer; microseconds: number } {
  const answer = raycast(tree, mesh, ray, options);
  const times = Array.from({ length: timedCalls }, () => {
    const start = performance.now();
    raycast(tree, mesh, ray, options);
    return 1000 * (performance.now() - start);
  });
  times.sort((a, b) => a - b);
  return { answer, microseconds: times[(timedCalls - 1) / 2] ?? 0 };
}

function nameOf(mesh: TriangleMesh, part: number | null): string | null {
  return part === null ? null : (mesh.parts[part]?.name ?? null);
}

function rayText({ file, hits, stats }: RayReport): string {
  const rows = hits.map((hit) => [
    measured(hit.distance),
    counted(hit.triangle),
    hit.partName ?? '',
    vector(hit.position),
    vector(hit.normal),
    vector(hit.barycentric),
  ]);
  const head = ['distance', 'triangle', 'part', 'position', 'normal', 'barycentric'];
  return [
    `${file}: ${hits.length === 0 ? 'no hit' : `${counted(hits.length)} ${hits.length === 1 ? 'hit' : 'hits'}`}
`,
    hits.length === 0 ? '' : columns([head, ...rows], [0, 1]),
    `  ${counted(stats.nodesVisited)} boxes visited, ${counted(stats.trianglesTested)} triangles tested, `,
    `${measured(stats.microseconds)} µs (median of ${timedCalls} calls)
`,
  ].join('');
}
