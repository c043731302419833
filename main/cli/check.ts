import { Command } from 'commander';
import { InspectorError } from '#core/error';
import type { CheckJobResult } from '#core/job/check-job';
import { formatsInWords } from '#core/import/formats';
import { triangleCount, vertexCount } from '#core/mesh/triangle-mesh';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { importOptions } from '#core/options/import-options';
import { checkFindings, type CheckFinding } from './check-findings.ts';
import { columns, counted, many, measured, milliseconds, printable, vector } from './columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork, type ReadMesh } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';

export function checkCommand(context: CliContext): Command {
  const command = new Command('check')
    .description('find everything that is wrong with a mesh, and which triangles it is')
    .argument('<file>', `${formatsInWords('or')}, or a baked .boxwood`);
  return addOptionFlags(addOptionFlags(command, healthOptions), importOptions)
    .option('--json', 'print one JSON document (resources/schemas/check.schema.json)')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood check crate.obj --json')
    .action(async (file: string, flags: Readonly<Record<string, unknown>> & { readonly json?: true }) => {
      const options = readOptionFlags(healthOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const report = await withMeshWork(context, async ({ read, run }) => {
        const mesh = await read(file, reading);
        if (triangleCount(mesh.mesh) === 0) throw noTriangles(file);
        return checkReport(mesh, options, await run(file, 'checking', { kind: 'check', mesh: mesh.imported.mesh, options }));
      });
      context.out(flags.json ? jsonText(report) : checkText(report));
    });
}

function noTriangles(file: string): InspectorError {
  return new InspectorError({
    code: 'no-triangles',
    message: 'The mesh has no triangle',
    cure: 'See what boxwood inspect finds in the file',
    place: { file },
  });
}

type CheckReport = ReturnType<typeof checkReport>;

function checkReport(read: ReadMesh, options: HealthOptions, { report, milliseconds: checkMilliseconds }: CheckJobResult) {
  const { file, mesh, imported, readMilliseconds } = read;
  return {
    file,
    format: imported.format,
    triangles: triangleCount(mesh),
    vertices: vertexCount(mesh),
    options,
    facts: report.facts,
    mass: report.mass,
    findings: checkFindings(imported.findings, report.findings),
    timings: { readMilliseconds, parseMilliseconds: imported.milliseconds, checkMilliseconds },
  };
}

function checkText({ file, facts, mass, findings, timings }: CheckReport): string {
  const { boundsMin, boundsMax, selfIntersectingPairs } = facts;
  const rows = [
    ['triangles', counted(facts.triangles)],
    ['positions', counted(facts.weldedVertices)],
    ['edges', `${counted(facts.edges)}, of which ${counted(facts.boundaryEdges)} on a boundary, ${counted(facts.nonManifoldEdges)} non-manifold`],
    ['components', counted(facts.components)],
    ['self-intersections', selfIntersectingPairs === null ? 'not all counted' : many(selfIntersectingPairs, 'pair')],
    ['area', measured(facts.area)],
    ['signed volume', measured(facts.signedVolume)],
    ...(mass === null ? [] : [['centre of mass', vector(mass.centre)], ['principal moments', vector(mass.principalMoments)]]),
    ...(boundsMin === null || boundsMax === null ? [['bounds', 'none']] : [['least', vector(boundsMin)], ['largest', vector(boundsMax)]]),
    ['time', `parse ${milliseconds(timings.parseMilliseconds)}, check ${milliseconds(timings.checkMilliseconds)}`],
  ];
  return [`${printable(file)}\n`, columns(rows), findings.length === 0 ? '  no findings\n' : findings.map(findingText).join('')].join('');
}

/** More triangles would fill the terminal. */
const mostTrianglesShown = 8;

function findingText({ severity, code, count, counted: what, atLeast, message, detail, cure, triangles }: CheckFinding): string {
  const shown = triangles.slice(0, mostTrianglesShown).join(', ');
  const more = triangles.length > mostTrianglesShown ? `, and ${counted(triangles.length - mostTrianglesShown)} more` : '';
  return [
    `  ${severity} ${code}: ${atLeast ? 'at least ' : ''}${counted(count)} ${what}. ${printable(message)}.\n`,
    detail === null ? '' : `    ${printable(detail)}.\n`,
    shown === '' ? '' : `    Triangles ${shown}${more}.\n`,
    `    ${printable(cure)}.\n`,
  ].join('');
}
