/** The command line and the code that repeat a probe. */
import { invalidArgument } from '#core/error';
import type { Vec3 } from '#core/math';
import { changedFlags, filterOptions } from '#core/options';
import { copyText } from '../host/copy-text.ts';
import { frustumMatrix, probeBox } from '../state/probe/probe-solids.ts';
import { filterOf, takesSides } from '../state/probe/probe-filter.ts';
import type { ProbeInput } from '../state/probe/probe.ts';
import { probeSweep } from '../state/probe/probe-sweep.ts';
import { isSwept, probeFields, type ProbeShape, type SweptProbe } from '../state/probe/probe-shapes.ts';
import type { Store } from '../state/store/store.ts';
import { plainNumber } from '../text/format-number.ts';
import { documentOf } from './actions.ts';
import type { App } from './app.ts';
import { kindFlags, line, vectorWord, words } from './command-line-words.ts';

/** Returns the command line of a probe; `null` without one, and for an impossible shape. */
export function probeLine(store: Store, probe: ProbeInput | null): string | null {
  const document = probe === null ? null : documentOf(store, probe.document);
  if (probe === null || document === null) return null;
  const { shape } = probe;
  try {
    // The command line and the library have no pictures.
    if (shape.kind === 'slice') return null;
    if (shape.kind === 'polygon') return words('boxwood', 'query', 'polygon', ...flagsOf(shape));
    const filter = changedFlags(filterOptions, filterOf(probe));
    return isSwept(shape)
      ? line('query sweep', document, [...sweepFlags(shape), ...filter], kindFlags(store, document))
      : line(`query ${shape.kind}`, document, [...flagsOf(shape), ...filter], kindFlags(store, document));
  } catch {
    return null;
  }
}

/** Flags have the names of the fields. Values that are the default are left out. */
function flagsOf(shape: ProbeShape): readonly string[] {
  if (shape.kind === 'frustum') return ['--matrix', vectorWord(frustumMatrix(shape))];
  const flags = probeFields(shape).flatMap(({ name, field, value }): readonly string[] => {
    if (field.type === 'points') return [`--${name}`, (value as readonly Vec3[]).map(vectorWord).join(';')];
    if (typeof value === 'number')
      return value === Infinity || (name === 'thickness' && value === 0) ? [] : [`--${name}`, plainNumber(value)];
    const numbers = value as Vec3;
    return name === 'rotate' && numbers.every((angle) => angle === 0) ? [] : [`--${name}`, vectorWord(numbers)];
  });
  return shape.kind === 'ray' || shape.kind === 'segment' ? [...flags, '--mode', 'all'] : flags;
}

/** Points of a hull are relative to its position. */
function sweepFlags(shape: SweptProbe): readonly string[] {
  const { shape: body, from, to } = probeSweep(shape);
  const ends = ['--from', vectorWord(from), '--to', vectorWord(to)];
  if (shape.kind !== 'sweepHull' || body.kind !== 'hull') {
    const own = flagsOf(shape);
    return ['--shape', body.kind, ...ends, ...own.slice(own.indexOf('--to') + 2)];
  }
  const points = Array.from({ length: body.points.length / 3 }, (_, i) => vectorWord([...body.points.subarray(3 * i, 3 * i + 3)]));
  return ['--shape', 'hull', ...ends, '--points', points.join(';')];
}

/** Returns a program for the library that repeats a probe; `null` without one, and for an impossible shape. */
export function probeCode(store: Store, probe: ProbeInput | null): string | null {
  const name = probe === null ? null : (documentOf(store, probe.document)?.summary.name ?? null);
  if (probe === null || name === null) return null;
  try {
    const { uses, call } = callOf(probe.shape, filterArgument(probe));
    const file = JSON.stringify(name);
    return [
      `import { readFile } from 'node:fs/promises';`,
      `import { ${['buildTree', 'readMesh', ...uses].toSorted().join(', ')} } from 'boxwood';`,
      '',
      `const { mesh } = await readMesh(await readFile(${file}), ${file});`,
      'const tree = buildTree(mesh);',
      ...call.map((value) => `console.log(${value});`),
      '',
    ].join('\n');
  } catch {
    return null;
  }
}

/** Returns the last argument of a query that leaves out triangles; none for all. */
function filterArgument(probe: ProbeInput): readonly object[] {
  const { parts, sides } = filterOf(probe);
  if (parts === '' && sides === 'both') return [];
  return [takesSides(probe.shape) ? { parts, sides } : { parts }];
}

/** The functions of the library that a shape needs, and the calls. Some need their options before a filter. */
function callOf(shape: ProbeShape, filter: readonly object[]): { readonly uses: readonly string[]; readonly call: readonly string[] } {
  const one = (use: string, ...values: readonly unknown[]): { uses: readonly string[]; call: readonly string[] } => ({
    uses: [use],
    call: [`${use}(tree, mesh, ${[...values, ...filter].map(literal).join(', ')})`],
  });
  const options = filter.map(() => ({}));
  switch (shape.kind) {
    case 'ray': {
      const { origin, direction, far } = shape;
      return one('raycast', far === Infinity ? { origin, direction } : { origin, direction, far }, { mode: 'all' });
    }
    case 'segment':
      return one('segmentCast', { from: shape.from, to: shape.to }, { mode: 'all' });
    case 'polygon':
      return {
        uses: ['segmentPolygon'],
        call: [`segmentPolygon(${literal(shape.points)}, ${literal({ from: shape.from, to: shape.to })})`],
      };
    case 'sphere':
      return one('sphereOverlap', { center: shape.center, radius: shape.radius });
    case 'within':
      return one('sphereOverlap', { center: shape.point, radius: shape.distance });
    case 'box':
      return one('boxOverlap', probeBox(shape), ...options);
    case 'frustum':
      return one('overlap', { kind: 'frustum', clipFromMesh: frustumMatrix(shape) }, ...options);
    case 'capsule':
    case 'triangle':
    case 'hull':
      return one('overlap', shape, ...options);
    case 'plane':
      return one('planeOverlap', { point: shape.point, normal: shape.normal }, { thickness: shape.thickness });
    case 'closest':
      return one('nearestTriangles', shape.point, shape.count, ...options);
    case 'sweepSphere':
    case 'sweepCapsule':
    case 'sweepBox':
    case 'sweepHull':
      return one('sweepShape', probeSweep(shape), ...options);
    case 'slice':
      throw invalidArgument('A slice is not in the library', 'Query its points');
    case 'inside':
      return {
        uses: ['signedDistance', 'windingNumber'],
        call: [
          `windingNumber(tree, mesh, ${[shape.point, ...options, ...filter].map(literal).join(', ')})`,
          `signedDistance(tree, mesh, ${[shape.point, ...filter].map(literal).join(', ')})`,
        ],
      };
  }
}

function literal(value: unknown): string {
  if (value instanceof Float64Array) return `Float64Array.of(${value.join(', ')})`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([name, own]) => `${name}: ${literal(own)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Copies the command line or the code of a probe, and says so. */
export function copyProbe({ store, session }: Pick<App, 'store' | 'session'>, probe: ProbeInput, as: 'command' | 'code'): void {
  const text = as === 'command' ? probeLine(store, probe) : probeCode(store, probe);
  if (text === null) return session.inform(whyNoText(probe, as === 'command' ? 'command line' : 'code'));
  void copyText(text);
  session.inform(as === 'command' ? `Copied: ${text}` : 'Copied: a program for the library that runs this probe.');
}

/** Returns why a probe has no command line or no code. */
export function whyNoText(probe: ProbeInput, what: 'command line' | 'code'): string {
  return `${probe.shape.kind === 'slice' ? 'A distance slice' : 'An impossible shape'} has no ${what}.`;
}
