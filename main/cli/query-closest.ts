import { Command } from 'commander';
import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import { medianMicroseconds } from '#core/median-microseconds';
import { isClosed } from '#core/mesh/is-closed';
import { partLabel } from '#core/mesh/part-label';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { importOptions } from '#core/options/import-options';
import { closestPoint, pointInside, type ClosestPoint } from '#core/query/closest';
import { closestPointInto } from '#core/query/closest-point-into';
import { createClosestWorkspace } from '#core/query/closest-workspace';
import { triangleNormal } from '#core/shape/triangle-normal';
import { openTree, type Tree } from '#core/tree/layout';
import { loadTree } from '#core/tree/wide/load-tree';
import { counted, many, measured, printable, vector } from './columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readLength, readVector } from './read-numbers.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly point?: string;
  readonly within?: string;
  readonly json?: true;
}

export function queryClosestCommand(context: CliContext): Command {
  const command = new Command('closest')
    .description('the point of a mesh that is closest to another, and the side that one is on')
    .argument('<file>', 'a mesh; see boxwood inspect')
    .option('--point <x,y,z>', 'where to look from, in mesh units (required)')
    .option('--within <distance>', 'how far to look, in mesh units (default: any distance)');
  return addKindFlag(addOptionFlags(command, importOptions))
    .option('--json', 'print one JSON document (resources/schemas/query-closest.schema.json)')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood query closest crate.obj --point 0,1.2,0')
    .action(async (file: string, flags: Flags) => {
      const { point, within } = readQuestion(flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const report = await withMeshWork(context, async ({ read, anyTree }) => {
        const mesh = await read(file, reading);
        const { tree } = await anyTree(mesh, kind);
        return closestReport(file, mesh.mesh, loadTree(openTree(tree), mesh.mesh), point, within);
      });
      context.out(flags.json ? jsonText(report) : closestText(report));
    });
}

/** Commander would tell of a missing flag before an unknown one, and so hide that `--piont` was meant. */
function readQuestion({ point, within }: Flags): { readonly point: Vec3; readonly within: number } {
  if (point === undefined) {
    throw new InspectorError({ code: 'invalid-argument', message: '--point is missing', cure: 'Give where to look from, for instance --point 0,1.2,0', place: {} });
  }
  return { point: readVector('--point', point), within: within === undefined ? Infinity : readLength('--within', within) };
}

/** Milliseconds to spend on telling how long the query takes. */
const timingBudget = 50;

type ClosestReport = ReturnType<typeof closestReport>;

function closestReport(file: string, mesh: TriangleMesh, tree: Tree, point: Vec3, within: number) {
  const surface = { isClosed: isClosed(mesh) };
  const workspace = createClosestWorkspace(tree);
  const microseconds = medianMicroseconds(() => closestPointInto(workspace, tree, mesh, point, within), timingBudget);
  const { closest, stats } = closestPoint(tree, mesh, point, within);
  return {
    file,
    kind: tree.kind,
    point,
    within: within === Infinity ? null : within,
    ...pointReport(mesh, closest),
    ...surface,
    inside: pointInside(tree, mesh, point, surface),
    stats: { ...stats, microseconds },
  };
}

function pointReport(mesh: TriangleMesh, closest: ClosestPoint | null) {
  if (closest === null) {
    return { triangle: null, feature: null, featureIndex: null, position: null, distance: null, direction: null, normal: null, part: null, partName: null };
  }
  const { triangle, feature, featureIndex, position, distance, direction, part } = closest;
  const normal = triangleNormal(...triangleVertices(mesh, triangle));
  const partName = part === null ? null : (mesh.parts[part]?.name ?? null);
  return { triangle, feature, featureIndex, position, distance, direction, normal, part, partName };
}

function closestText(report: ClosestReport): string {
  const { file, within, inside, stats } = report;
  const side = inside === null ? '' : inside === 'on' ? ', on the surface' : inside ? ', inside' : ', outside';
  const rest = [
    `  ${many(stats.nodesVisited, 'box', 'boxes')} visited, ${many(stats.trianglesTested, 'triangle')} tested, `,
    `${measured(stats.microseconds)} µs (median of warm calls)\n`,
  ].join('');
  // All of a point are null together.
  if (report.triangle === null || report.position === null || report.distance === null) {
    return `${printable(file)}: nothing within ${within === null ? 'any distance' : measured(within)}${side}\n${rest}`;
  }
  const part = report.part === null ? '' : ` of ${partLabel(report.partName, report.part)}`;
  return [
    `${printable(file)}: ${measured(report.distance)} to triangle ${counted(report.triangle)} (${report.feature})${side}\n`,
    `  closest point ${vector(report.position)}${part}\n`,
    rest,
  ].join('');
}
