import { InspectorError, locationElements, type SourceLocation } from '../../error.ts';
import { readIgnored, type IgnoredFinding } from '../../ignored-finding.ts';
import { findingCodes, maxLocations, type Finding, type FindingCode, type Severity } from '../../finding.ts';
import { metresOf, signedAxes, unitName, unknownSpace, type SourceSpace } from '../../mesh/source-space.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import { readRole } from '../../mesh/read-role.ts';
import { readMaterials, type SurfaceMaterials } from '../../mesh/surface-materials.ts';
import type { BakeSource, BoxwoodContents } from './contents.ts';
import { damagedBoxwood } from './layout.ts';

/**
 * The chunk META, version 1: one JSON object in UTF-8. Its members are `source`, `units` (the unit's name), `space`, `findings`, `ignored`,
 * `roles`, `collided` and `materials`. `roles` has `[part, role]` of each collider, `collided` the parts with a collider that is not part
 * of the mesh. Other members are ignored. Files written before `space` existed have only the unit name.
 */
export const metaVersion = 1;

export interface BoxwoodMeta extends Pick<BoxwoodContents, 'source' | 'space' | 'findings' | 'ignored'> {
  /** By the index of the part. */
  readonly roles: ReadonlyMap<number, ColliderRole>;
  /** Indices of parts with `MeshPart.hasCollider`. */
  readonly collided: ReadonlySet<number>;
  readonly materials: SurfaceMaterials | null;
}

export function writeMeta({ source, space, findings, ignored, roles, collided, materials }: BoxwoodMeta): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({
      source,
      units: unitName(space.metresPerUnit),
      space,
      findings,
      roles: [...roles],
      ...(collided.size > 0 && { collided: [...collided] }),
      ...(ignored.length > 0 && { ignored }),
      ...(materials !== null && { materials }),
    }),
  );
}

/** Reads the chunk. `offset` is that of the chunk in the file. @throws InspectorError `invalid-bytes` with a JSON pointer. */
export function readMeta(chunk: Uint8Array, offset: number, triangles: number): BoxwoodMeta {
  const meta = recordOf(parse(chunk, offset), { offset, pointer: '' });
  const at = (pointer: string): Where => ({ offset, pointer });
  return {
    source: meta['source'] === null ? null : readSource(meta['source'], at('/source')),
    space: meta['space'] === undefined ? spaceOfUnits(meta['units'], at('/units')) : readSpace(meta['space'], at('/space')),
    roles: new Map(listOf(meta['roles'] ?? [], at('/roles')).map((value, i) => readPartRole(value, at(`/roles/${i}`)))),
    collided: new Set(listOf(meta['collided'] ?? [], at('/collided')).map((part, i) => countOf(part, at(`/collided/${i}`)))),
    materials: meta['materials'] === undefined ? null : materialsIn(meta['materials'], triangles, at('/materials')),
    ignored: meta['ignored'] === undefined ? [] : ignoredIn(meta['ignored'], at('/ignored')),
    findings: listOf(meta['findings'], at('/findings')).flatMap((value, i) => readFinding(value, at(`/findings/${i}`))),
  };
}

interface Where {
  readonly offset: number;
  readonly pointer: string;
}

function parse(chunk: Uint8Array, offset: number): unknown {
  try {
    // A copy, because decoders of browsers reject shared memory.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(chunk.slice()));
  } catch {
    throw damagedBoxwood('its META chunk is not JSON in UTF-8', offset);
  }
}

function readSource(value: unknown, where: Where): BakeSource {
  const source = recordOf(value, where);
  const at = (name: string): Where => ({ ...where, pointer: `${where.pointer}/${name}` });
  const sha256 = source['sha256'] === null ? null : textOf(source['sha256'], at('sha256'));
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) throw wrong('64 hexadecimal digits', at('sha256'));
  return {
    file: textOf(source['file'], at('file')),
    dialect: textOf(source['dialect'], at('dialect')),
    byteLength: countOf(source['byteLength'], at('byteLength')),
    sha256,
  };
}

function spaceOfUnits(value: unknown, where: Where): SourceSpace {
  return { ...unknownSpace, metresPerUnit: value === null ? null : metresOf(textOf(value, where)) };
}

function readSpace(value: unknown, where: Where): SourceSpace {
  const { metresPerUnit, up, handedness } = recordOf(value, where);
  if (metresPerUnit !== null && !(typeof metresPerUnit === 'number' && metresPerUnit > 0)) throw wrong('a number above 0, or null', where);
  const axis = signedAxes.find((name) => name === up) ?? null;
  if (axis !== up) throw wrong('a signed axis, or null', where);
  if (handedness !== null && handedness !== 'right' && handedness !== 'left') throw wrong('right, left or null', where);
  return { metresPerUnit, up: axis, handedness };
}

function materialsIn(value: unknown, triangles: number, where: Where): SurfaceMaterials {
  const materials = readMaterials(value, triangles);
  if (materials === null) throw wrong('runs of materials', where);
  return materials;
}

function ignoredIn(value: unknown, where: Where): readonly IgnoredFinding[] {
  try {
    return readIgnored(value, where.pointer, true);
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    throw wrong('valid ignored findings', { ...where, pointer: thrown.location.pointer ?? where.pointer });
  }
}

function readPartRole(value: unknown, where: Where): [part: number, role: ColliderRole] {
  const [part, written] = listOf(value, where);
  const role = readRole(written);
  if (role === null) throw wrong('a role', where);
  return [countOf(part, where), role];
}

/** Returns a finding; none if its code is unknown, because a later version can have more codes. */
function readFinding(value: unknown, where: Where): readonly Finding[] {
  const given = recordOf(value, where);
  const at = (name: string): Where => ({ ...where, pointer: `${where.pointer}/${name}` });
  const code = textOf(given['code'], at('code'));
  if (!isFindingCode(code)) return [];
  const severity = textOf(given['severity'], at('severity'));
  if (!isSeverity(severity)) throw wrong('error, warning or info', at('severity'));
  // Files of 0.1.0 call them `places` and `cure`.
  const listed = given['locations'] === undefined && given['places'] !== undefined ? 'places' : 'locations';
  const advised = given['fix'] === undefined && given['cure'] !== undefined ? 'cure' : 'fix';
  const locations = listOf(given[listed], at(listed));
  if (locations.length > maxLocations) throw wrong(`at most ${maxLocations} locations`, at(listed));
  return [
    {
      code,
      severity,
      count: countOf(given['count'], at('count')),
      message: textOf(given['message'], at('message')),
      fix: textOf(given[advised], at(advised)),
      locations: locations.map((location, i) => readLocation(location, at(`${listed}/${i}`))),
      ...(given['detail'] !== undefined && { detail: textOf(given['detail'], at('detail')) }),
    },
  ];
}

function readLocation(value: unknown, where: Where): SourceLocation {
  const given = recordOf(value, where);
  const location: Record<string, string | number> = {};
  for (const name of ['file', 'pointer']) if (given[name] !== undefined) location[name] = textOf(given[name], where);
  for (const name of ['line', 'column', 'byte', 'index']) if (given[name] !== undefined) location[name] = countOf(given[name], where);
  // Words of a later version are ignored, like codes.
  const element = locationElements.find((word) => word === given['element']);
  return element === undefined ? location : { ...location, element };
}

function isFindingCode(code: string): code is FindingCode {
  return (findingCodes as readonly string[]).includes(code);
}

function isSeverity(text: string): text is Severity {
  return text === 'error' || text === 'warning' || text === 'info';
}

function recordOf(value: unknown, where: Where): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('an object', where);
  return value as Readonly<Record<string, unknown>>;
}

function listOf(value: unknown, where: Where): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong('a list', where);
  return value;
}

function textOf(value: unknown, where: Where): string {
  if (typeof value !== 'string') throw wrong('a text', where);
  return value;
}

function countOf(value: unknown, where: Where): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong('a whole number of 0 or more', where);
  return value as number;
}

function wrong(wanted: string, where: Where): InspectorError {
  const { code, message, fix } = damagedBoxwood(`its META chunk lacks ${wanted}`, where.offset);
  return new InspectorError({ code, message, fix, location: { byte: where.offset, pointer: where.pointer } });
}
