import { Command } from 'commander';
import { InspectorError } from '#core/error';
import type { SphereJobResult } from '#core/job/sphere-job';
import { partLabel } from '#core/mesh/part-label';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { materialOf } from '#core/mesh/surface-materials';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { importOptions } from '#core/options/import-options';
import { sphereOptions, type SphereOptions } from '#core/options/sphere-options';
import type { Sphere, SphereTouch } from '#core/query/sphere';
import { triangleNormal } from '#core/shape/triangle-normal';
import type { TreeKind } from '#core/tree/layout';
import { columns, counted, many, measured, moreRows, mostRowsShown, printable, vector } from './columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readFiniteLength, readVector } from './read-numbers.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly center?: string;
  readonly radius?: string;
  readonly json?: true;
}

export function querySphereCommand(context: CliContext): Command {
  const command = new Command('sphere')
    .description('the triangles that a sphere touches, and the way out of them')
    .argument('<file>', 'a mesh; see boxwood inspect')
    .option('--center <x,y,z>', 'the middle of the sphere, in mesh units (required)')
    .option('--radius <length>', 'in mesh units; 0 is a point (required)');
  return addKindFlag(addOptionFlags(addOptionFlags(command, sphereOptions), importOptions))
    .option('--json', 'print one JSON document (resources/schemas/query-sphere.schema.json)')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood query sphere crate.obj --center 0,1.2,0 --radius 0.4')
    .action(async (file: string, flags: Flags) => {
      const sphere = readSphere(flags);
      const options = readOptionFlags(sphereOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const report = await withMeshWork(context, async ({ read, anyTree, run }) => {
        const mesh = await read(file, reading);
        const { tree, options: built } = await anyTree(mesh, kind);
        const result = await run(file, 'querying', { kind: 'sphere', mesh: mesh.imported.mesh, tree, sphere, options });
        return sphereReport({ file, kind: built.kind, sphere, options }, mesh.mesh, result);
      });
      context.out(flags.json ? jsonText(report) : sphereText(report));
    });
}

/** Commander would tell of a missing flag before an unknown one, and so hide that `--centre` was meant as `--center`. */
function readSphere({ center, radius }: Flags): Sphere {
  if (center === undefined) throw invalid('--center is missing', 'Give the middle of the sphere, for instance --center 0,1.2,0');
  if (radius === undefined) throw invalid('--radius is missing', 'Give a length in mesh units, for instance --radius 0.4');
  return { center: readVector('--center', center), radius: readFiniteLength('--radius', radius) };
}

function invalid(message: string, cure: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, cure, place: {} });
}

interface SphereQuery {
  readonly file: string;
  readonly kind: TreeKind;
  readonly sphere: Sphere;
  readonly options: SphereOptions;
}

type SphereReport = ReturnType<typeof sphereReport>;

function sphereReport({ file, kind, sphere, options }: SphereQuery, mesh: TriangleMesh, { isClosed, answer, pushOut, microseconds }: SphereJobResult) {
  const { touches, isCenterInside, stats } = answer;
  const { steps, total, center, left, leftDepth } = pushOut;
  return {
    file,
    kind,
    ...options,
    sphere,
    isClosed,
    isCenterInside,
    triangles: touches.map((touch) => touchReport(mesh, touch)),
    pushOut: { total, center, steps, left: left.map(({ triangle, feature, depth }) => ({ triangle, feature, depth })), leftDepth },
    stats: { ...stats, microseconds },
  };
}

function touchReport(mesh: TriangleMesh, { triangle, feature, featureIndex, depth, distance, point, direction, part }: SphereTouch) {
  const normal = triangleNormal(...triangleVertices(mesh, triangle));
  const partName = part === null ? null : (mesh.parts[part]?.name ?? null);
  return { triangle, feature, featureIndex, depth, distance, point, direction, normal, part, partName, material: materialOf(mesh.materials, triangle) };
}

function sphereText(report: SphereReport): string {
  const { file, triangles, stats } = report;
  const rows = triangles.slice(0, mostRowsShown).map(({ triangle, feature, depth, direction, part, partName }) => [
    counted(triangle), feature, measured(depth), part === null ? '' : partLabel(partName, part), vector(direction),
  ]);
  const found = triangles.length === 0 ? 'no triangle touched' : `${many(triangles.length, 'triangle')} touched`;
  return [
    `${printable(file)}: ${found}${report.isCenterInside === true ? ', centre inside' : ''}\n`,
    triangles.length === 0 ? '' : columns([['triangle', 'feature', 'depth', 'part', 'direction'], ...rows], [0, 2]),
    moreRows(triangles.length),
    pushOutText(report),
    `  ${many(stats.nodesVisited, 'box', 'boxes')} visited, ${many(stats.trianglesTested, 'triangle')} tested, `,
    `${measured(stats.microseconds)} µs (median of warm calls)\n`,
  ].join('');
}

function pushOutText({ pushOut: { steps, total, left, leftDepth } }: SphereReport): string {
  if (steps.length === 0 && left.length === 0) return '';
  const moves = many(steps.length, 'step');
  const rest = left.length === 0 ? 'free after it' : `${counted(left.length)} still touched, ${measured(leftDepth)} deep at most`;
  return `  push-out ${vector(total)} (length ${measured(Math.hypot(...total))}, ${moves}), ${rest}\n`;
}
