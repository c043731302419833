import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import type { FilterOptions } from '#core/options/filter-options';
import { probeLine } from '../../renderer/commands/probe-lines.ts';
import { firstProbe } from '../../renderer/state/probe/place-probe.ts';
import { noFilter, takesSides } from '../../renderer/state/probe/probe-filter.ts';
import type { ProbeOutcome } from '../../renderer/state/probe/probe-query.ts';
import { isSwept, probeKinds, type ProbeShape } from '../../renderer/state/probe/probe-shapes.ts';
import { halved } from '../fixtures/in-parts.ts';
import { ball } from '../fixtures/shapes.ts';
import { storeWith } from '../renderer/scene/scene-fixture.ts';
import { objText } from '../fixtures/write-text.ts';
import { temporaryFolder, warmPool } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const pool = warmPool(1);
const mesh = halved(ball(16, 8));
// The name of the document in the store of the fixture.
writeFileSync(join(folder, '1.obj'), objText(mesh));

const at: Vec3 = [0.25, 0.5, 0.8];
const shapes = probeKinds.filter((kind) => kind !== 'slice').map((kind) => [kind, firstProbe(kind, at, [0, 0, 1], 0.25)] as const);

interface Found {
  readonly triangle: number;
  readonly distance?: number;
  readonly depth?: number;
}

/** Runs the command line that the panel copies, and returns its JSON. */
async function copied(
  shape: ProbeShape,
  filter?: FilterOptions,
): Promise<{ readonly json: Readonly<Record<string, unknown>>; readonly outcome: ProbeOutcome }> {
  const store = storeWith([mesh], { probe: { document: 1, shape, ...(filter !== undefined && { filter }) } });
  const [name, ...args] = wordsOf(probeLine(store, store.scene.value.probe)!);
  expect(name).toBe('boxwood');
  const { exitCode, out, err } = await runInProcess([...args, '--json'], { folder, pool });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return { json: JSON.parse(out) as Readonly<Record<string, unknown>>, outcome: store.probe.value! };
}

/** Splits a command line as a shell does: words may be in single quotes. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!);
}

describe('the command line that the probe panel copies', () => {
  test.each(shapes.filter(([kind, shape]) => kind !== 'inside' && kind !== 'polygon' && !isSwept(shape)))(
    'prints the triangles and numbers of the panel: %s',
    async (kind, shape) => {
      const { json, outcome } = await copied(shape);
      const found = (json['hits'] ?? json['closest'] ?? json['triangles']) as readonly (Found | number)[];
      expect(found.length).toBeGreaterThan(0);
      const printed = found.map((one) => (typeof one === 'number' ? { triangle: one } : one));
      const rows = Array.from(outcome.triangles, (_, i) => outcome.rowAt(i));
      expect(printed.map(({ triangle }) => triangle)).toEqual(rows.map(({ triangle }) => triangle));
      const numbers = printed.flatMap(({ distance, depth }) => (kind === 'sphere' || kind === 'capsule' ? depth : distance) ?? []);
      if (numbers.length > 0) expect(numbers).toEqual(rows.map(({ number }) => number));
      // These have a number of each triangle on both sides.
      expect(numbers.length > 0).toBe(['ray', 'segment', 'sphere', 'capsule', 'closest'].includes(kind));
    },
  );

  test.each(shapes.filter(([, shape]) => takesSides(shape) && !isSwept(shape)))(
    'leaves out the triangles that the panel leaves out: %s',
    async (_, shape) => {
      const { json, outcome } = await copied(shape, { parts: '', sides: 'back' });
      const found = (json['hits'] ?? json['closest'] ?? json['triangles']) as readonly (Found | number)[];
      expect(found.map((one) => (typeof one === 'number' ? one : one.triangle))).toEqual(Array.from(outcome.triangles));
      expect(json['sides']).toBe('back');
    },
  );

  test.each(shapes.filter(([, shape]) => isSwept(shape)))('prints the state and the time of a motion: %s', async (_, shape) => {
    const times = new Set<number | null>();
    for (const filter of [
      noFilter,
      { parts: 'top', sides: 'both' },
      { parts: '#1', sides: 'both' },
      { parts: '', sides: 'back' },
    ] as const) {
      const { json, outcome } = await copied(shape, filter);
      const { state, time } = outcome.sweep!;
      expect([json['state'], json['time'], json['triangle']]).toEqual([state, time, outcome.triangles[0] ?? null]);
      times.add(time);
    }
    expect(times.size).toBeGreaterThan(1);
  });

  test('prints the side, the winding number and the distance of a point', async () => {
    const { json, outcome } = await copied(firstProbe('inside', at, [0, 0, 1], 0.25));
    const { result } = outcome.inside!;
    expect([json['inside'], json['winding'], json['windingError']]).toEqual([result.inside, result.winding, result.windingError]);
    expect(result.inside).toBe(true);
    const top = await copied(firstProbe('inside', at, [0, 0, 1], 0.25), { parts: 'top', sides: 'front' });
    const { winding, windingError } = top.outcome.inside!.result;
    expect([top.json['winding'], top.json['windingError'], top.json['parts']]).toEqual([winding, windingError, 'top']);
    expect(winding).not.toBe(result.winding);
  });

  test('prints the plane and the point of a polygon', async () => {
    const { json, outcome } = await copied(firstProbe('polygon', at, [0, 0, 1], 0.25));
    expect(json).toMatchObject({ ...outcome.polygon! });
    expect(outcome.polygon!.inside).toBe(true);
  });
});
