import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { windingBruteForce } from '#core/query/inside/brute-force';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { changeProbe, setProbeFilter } from '../../../../renderer/commands/probe-actions.ts';
import { probeInput } from '../../../../renderer/state/snapshot/read-probe.ts';
import { firstProbe } from '../../../../renderer/state/probe/place-probe.ts';
import { takesSides } from '../../../../renderer/state/probe/probe-filter.ts';
import { isSwept, probeKinds } from '../../../../renderer/state/probe/probe-shapes.ts';
import { probeSweep } from '../../../../renderer/state/probe/probe-sweep.ts';
import { sliceHit } from '../../../../renderer/state/probe/slice-value.ts';
import { halved } from '../../../fixtures/in-parts.ts';
import { ball } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const mesh: TriangleMesh = halved(ball(32, 16));
const half = mesh.parts[0]!.triangleCount;
const shapes = probeKinds.map((kind) => firstProbe(kind, [0, 0, 1], [0, 0, 1], 0.4));
const kinds = shapes.filter((shape) => takesSides(shape) && !isSwept(shape));

describe.each(kinds.map((shape) => [shape.kind, shape] as const))('the filter of a probe: %s', (kind, shape) => {
  const found = (filter: { parts?: string; sides?: 'front' | 'back' }): readonly number[] => {
    const store = storeWith([mesh], { probe: { document: 1, shape } });
    setProbeFilter(store, 'Filter', filter);
    expect(store.probeProblem.value).toBeNull();
    return Array.from(store.probe.value!.triangles);
  };

  it('keeps the triangles of a part, and of a side', () => {
    const all = found({});
    const [top, bottom] = [found({ parts: 'top' }), found({ parts: '#1' })];
    const [front, back] = [found({ sides: 'front' }), found({ sides: 'back' })];
    expect(all.length).toBeGreaterThan(1);
    // As many as are wanted of the nearest ones are found in each part.
    if (kind === 'closest') return expect([top.length, bottom.length, front.length, back.length]).toEqual([5, 5, 5, 5]);
    expect(top).toEqual(all.filter((triangle) => triangle < half));
    expect(bottom).toEqual(all.filter((triangle) => triangle >= half));
    expect(new Set([...front, ...back])).toEqual(new Set(all));
  });
});

describe.each(shapes.filter(isSwept).map((shape) => [shape.kind, shape] as const))('the filter of a swept shape: %s', (_, shape) => {
  it('has the first contact with the triangles that are left, which is that of a mesh without the others', () => {
    const contact = (filter: { parts?: string; sides?: 'front' | 'back' }) => {
      const store = storeWith([mesh], { probe: { document: 1, shape } });
      setProbeFilter(store, 'Filter', filter);
      expect(store.probeProblem.value).toBeNull();
      return store.probe.value!.sweep!;
    };
    const sweep = probeSweep(shape);
    const alone = (first: number): TriangleMesh => ({ ...mesh, indices: mesh.indices.subarray(3 * first, 3 * (first + half)), parts: [] });
    for (const [parts, first] of [
      ['top', 0],
      ['bottom', half],
    ] as const) {
      const { state, interval, contact: at } = contact({ parts });
      const exact = sweepBruteForce(alone(first), sweep, interval);
      expect([state, exact.touchesBefore]).toEqual([exact.state, false]);
      if (at !== null) expect(exact.intervalTriangles).toContain(at.triangle - first);
    }
    // Straight down on the ball: the front is above, the back below.
    expect([contact({}).time, contact({ sides: 'front' }).time]).toEqual([contact({}).time, contact({}).time]);
    expect(contact({ sides: 'back' }).time ?? 1).toBeGreaterThan(contact({}).time!);
  });
});

describe('the parts of an inside test', () => {
  const shape = firstProbe('inside', [0.1, 0.2, 0.9], [0, 0, 1], 0.4);

  it('are its surface, as in the library, and a part that is not there is one message', () => {
    const store = storeWith([mesh], { probe: { document: 1, shape } });
    const whole = store.probe.value!.inside!.result;
    expect(whole).toMatchObject({ inside: true, winding: 1 });
    setProbeFilter(store, 'Probe parts', { parts: 'top', sides: 'back' });
    const { inside, triangles } = store.probe.value!;
    const point = shape.kind === 'inside' ? shape.point : [0, 0, 0];
    const alone: TriangleMesh = { ...mesh, indices: mesh.indices.subarray(0, 3 * half), parts: [] };
    expect(Math.abs(inside!.result.winding! - windingBruteForce(alone, point as Vec3))).toBeLessThanOrEqual(inside!.result.windingError!);
    expect(inside!.result.winding).not.toBe(1);
    expect(triangles[0]).toBeLessThan(half);
    setProbeFilter(store, 'Probe parts', { parts: 'wheel' });
    expect(store.probeProblem.value!.message).toMatch(/wheel/);
    expect(store.probeWaits.value).toBe(false);
  });
});

it('is a step that can be undone, is saved, and stays when a number changes', () => {
  const shape = firstProbe('box', [0, 0, 1], [0, 0, 1], 0.4);
  const store = storeWith([mesh], { probe: { document: 1, shape } });
  setProbeFilter(store, 'Probe parts', { parts: 'top' });
  const filter = { parts: 'top', sides: 'both' };
  changeProbe(store, 'Size', 'size', [1, 1, 1]);
  expect(store.scene.value.probe!.filter).toEqual(filter);
  const saved: unknown = JSON.parse(JSON.stringify(store.scene.value.probe));
  expect(probeInput(saved, '')).toEqual(store.scene.value.probe);
  expect(() => probeInput({ ...(saved as object), filter: { sides: 'up' } }, '')).toThrow(/Sides/);
  store.history.undo();
  store.history.undo();
  expect(store.scene.value.probe).toEqual({ document: 1, shape });
  setProbeFilter(store, 'Probe parts', { parts: 'wheel' });
  expect(store.probeProblem.value!.message).toMatch(/wheel/);
});

describe('the value of a slice', () => {
  const shape = firstProbe('slice', [0, 0, 0], [0, 0, 1], 1);
  if (shape.kind !== 'slice') throw new Error('no slice');
  // The square stands in the plane x y, eight units wide.
  const picture = {
    input: { document: 1, shape },
    columns: 4,
    rows: 2,
    distances: Float64Array.of(1, 2, 3, 4, 5, 6, 7, NaN),
    min: 1,
    max: 7,
  };
  const at = (origin: Vec3, direction: Vec3) => sliceHit(picture, { ...shape, normal: [0, 0, 1] }, null, origin, direction);

  it('is that of the cell under a ray', () => {
    const values = [-3, -1, 1, 3].map((x) => at([x, 1, 9], [0, 0, -1]));
    expect(new Set(values.map((hit) => hit!.value))).toEqual(new Set([1, 2, 3, 4]));
    expect(values.every((hit) => hit!.distance === 9)).toBe(true);
    // A cell whose side is unknown.
    expect([-3, -1, 1, 3].map((x) => at([x, -1, 9], [0, 0, -1])!.value)).toContain(null);
  });

  it('is none outside the square, behind the eye, and along it', () => {
    expect(at([5, 0, 9], [0, 0, -1])).toBeNull();
    expect(at([0, 0, 9], [0, 0, 1])).toBeNull();
    expect(at([0, 0, 9], [1, 0, 0])).toBeNull();
  });
});
