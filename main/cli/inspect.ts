import { Command } from 'commander';
import { type ApartCollider, interpretSpace, type SceneChoice } from '#core/import';
import {
  type Bounds,
  collisionFilterText,
  exactText,
  materialCounts,
  meshBounds,
  partLabel,
  physicsMaterialText,
  physicsText,
  roleText,
  type SourceSpace,
  triangleCount,
  type TriangleMesh,
  unitName,
  vertexCount,
} from '#core/mesh';
import { importOptions, spaceOptions, type SpaceOptions } from '#core/options';
import { readFormatsWords } from './file-words.ts';
import { columns, counted, many, milliseconds, moreRows, maxRowsShown, printable, vector } from '../terminal/columns.ts';
import { isSmallFile } from '../worker/early-thread.ts';
import type { CliContext } from './context.ts';
import { findingsText } from './findings-text.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork, type ReadMesh } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';

export function inspectCommand(context: CliContext): Command {
  const command = new Command('inspect').description('Print the contents of a mesh file').argument('<file>', readFormatsWords);
  return addOptionFlags(addOptionFlags(command, importOptions), spaceOptions)
    .option('--json', 'Print one JSON document (schema: inspect.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood inspect crate.obj --json')
    .action(async (file: string, flags: Readonly<Record<string, unknown>> & { readonly json?: true }) => {
      const options = readOptionFlags(importOptions, flags);
      const meaning = readOptionFlags(spaceOptions, flags);
      const report = inspectReport(await withMeshWork(context, ({ read }) => read(file, options), { isShort: isSmallFile(file) }), meaning);
      context.out(flags.json ? jsonText(report) : inspectText(report));
    });
}

/** Returns each material with its number of triangles. */
function materialsOf({ materials, indices }: TriangleMesh): readonly { readonly name: string; readonly triangles: number }[] {
  if (materials === undefined) return [];
  const counts = materialCounts(materials, indices.length / 3);
  return materials.names.map((name, i) => ({ name, triangles: counts[i] ?? 0 }));
}

type InspectReport = ReturnType<typeof inspectReport>;

function inspectReport({ file, byteLength, mesh, imported, readMilliseconds }: ReadMesh, meaning: SpaceOptions) {
  const { format, dialect, findings, scenes, colliders } = imported;
  const space = interpretSpace(imported.space, meaning);
  const start = performance.now();
  const bounds: Bounds | null = meshBounds(mesh);
  return {
    file,
    format,
    dialect,
    bytes: byteLength,
    triangles: triangleCount(mesh),
    vertices: vertexCount(mesh),
    parts: mesh.parts.map(({ name, triangleCount: triangles, role = null }) => ({ name, triangles, role })),
    materials: materialsOf(mesh),
    colliders,
    bounds,
    units: unitName(space.metresPerUnit),
    space,
    scenes,
    findings,
    timings: {
      readMilliseconds,
      parseMilliseconds: imported.milliseconds,
      boundsMilliseconds: performance.now() - start,
    },
  };
}

function inspectText(report: InspectReport): string {
  const { bounds, parts, colliders, findings, scenes, timings } = report;
  const rows = [
    ['format', `${report.dialect}, ${many(report.bytes, 'byte')}`],
    ['triangles', counted(report.triangles)],
    ['vertices', counted(report.vertices)],
    ['units', report.units ?? 'not set in the file'],
    ['axes', axesText(report.space)],
    ...(scenes === null || scenes.names.length < 2 ? [] : [['scene', sceneText(scenes)]]),
    ...(bounds === null
      ? [['bounds', 'none']]
      : [
          ['min', vector(bounds.min)],
          ['max', vector(bounds.max)],
        ]),
    ['time', `read ${milliseconds(timings.readMilliseconds)}, parse ${milliseconds(timings.parseMilliseconds)}`],
  ];
  const hasRoles = parts.some(({ role }) => role !== null);
  const partRows = parts
    .slice(0, maxRowsShown)
    .map(({ name, triangles, role }, i) => [
      partLabel(name, i),
      counted(triangles),
      ...(hasRoles ? [[roleText(role), ...(role?.physics === undefined ? [] : physicsText(role.physics))].join('; ')] : []),
    ]);
  const partTable = columns([['part', 'triangles', ...(hasRoles ? ['role'] : [])], ...partRows], [1], '    ');
  return [
    `${printable(report.file)}\n`,
    columns(rows),
    `  ${many(parts.length, 'part')}\n`,
    parts.length === 0 ? '' : partTable,
    moreRows(parts.length, '    '),
    collidersText(colliders),
    materialsText(report.materials),
    findings.length === 0 ? '  no findings of the import (boxwood check finds defects)\n' : findingsText(findings),
  ].join('');
}

function materialsText(materials: InspectReport['materials']): string {
  if (materials.length === 0) return '';
  const rows = materials.slice(0, maxRowsShown).map(({ name, triangles }) => [name, counted(triangles)]);
  return [
    `  ${many(materials.length, 'material')}\n`,
    columns([['material', 'triangles'], ...rows], [1], '    '),
    moreRows(materials.length, '    '),
  ].join('');
}

/** Returns the table of colliders that are not part of the mesh. */
function collidersText(colliders: readonly ApartCollider[]): string {
  if (colliders.length === 0) return '';
  const rows = colliders.slice(0, maxRowsShown).map(({ name, shape, isTrigger, triangles, exact, physics }) => {
    return [
      name,
      isTrigger ? 'trigger' : 'collider',
      shape,
      exact === null ? many(triangles, 'triangle') : exactText(exact),
      physics?.material == null ? '' : physicsMaterialText(physics.material),
      physics?.filter == null ? '' : collisionFilterText(physics.filter),
    ];
  });
  const head = `  ${many(colliders.length, 'collider')} not in the mesh\n`;
  return [head, columns(rows, [], '    '), moreRows(colliders.length, '    ')].join('');
}

/** `z up, right-handed` */
function axesText({ up, handedness }: SourceSpace): string {
  if (up === null && handedness === null) return 'not set in the file';
  const upText = up === null ? 'up not set' : `${up.replace('+', '')} up`;
  return handedness === null ? upText : `${upText}, ${handedness}-handed`;
}

/** `1 (Winter), of 0 (Summer), 1 (Winter)` */
function sceneText({ names, chosen }: SceneChoice): string {
  const called = (i: number): string => (names[i] ? `${i} (${names[i]})` : String(i));
  return `${called(chosen)}, of ${names.map((_, i) => called(i)).join(', ')}`;
}
