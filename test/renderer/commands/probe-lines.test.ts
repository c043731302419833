import { expect, it } from 'vitest';
import * as library from '#core/index';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { InsideResult } from '#core/query/inside/inside';
import type { FilterOptions } from '#core/options/filter-options';
import type { App } from '../../../renderer/commands/app.ts';
import { copyCommandLine } from '../../../renderer/commands/copy-command-line.ts';
import { copyProbe, probeCode, probeLine } from '../../../renderer/commands/probe-lines.ts';
import { firstProbe } from '../../../renderer/state/probe/place-probe.ts';
import { probeKinds, type ProbeShape } from '../../../renderer/state/probe/probe-shapes.ts';
import { probeTrace } from '../../../renderer/state/probe/probe-trace.ts';
import { halved } from '../../fixtures/in-parts.ts';
import { ball } from '../../fixtures/shapes.ts';
import { storeWith } from '../scene/scene-fixture.ts';

const at: Vec3 = [0.25, 0.5, 0.8];
const mesh = ball(16, 8);
const store = storeWith([mesh]);
// A slice has no text.
const shapes = probeKinds.filter((kind) => kind !== 'slice').map((kind) => [kind, firstProbe(kind, at, [0, 0, 1], 0.25)] as const);

it('writes the command line of each shape, without values that are the default', () => {
  const lines = Object.fromEntries(shapes.map(([kind, shape]) => [kind, probeLine(store, { document: 1, shape })]));
  expect(lines).toEqual({
    ray: 'boxwood query ray 1.obj --origin 0.25,0.5,1.3 --direction 0,0,-1 --mode all',
    segment: 'boxwood query segment 1.obj --from 0.25,0.5,1.3 --to 0.25,0.5,0.30000000000000004 --mode all',
    polygon:
      "boxwood query polygon --points '0,0.25,0.8;0.5,0.25,0.8;0.5,0.75,0.8;0,0.75,0.8' --from 0.25,0.5,1.3 --to 0.25,0.5,0.30000000000000004",
    sphere: 'boxwood query sphere 1.obj --center 0.25,0.5,0.8 --radius 0.25',
    box: 'boxwood query box 1.obj --center 0.25,0.5,0.8 --size 0.5,0.5,0.5',
    capsule: 'boxwood query capsule 1.obj --from 0.25,0.25,0.8 --to 0.25,0.75,0.8 --radius 0.125',
    triangle: 'boxwood query triangle 1.obj --a 0,0.375,0.8 --b 0.5,0.375,0.8 --c 0.25,0.75,0.8',
    plane: 'boxwood query plane 1.obj --point 0.25,0.5,0.8 --normal 0,0,1',
    frustum: expect.stringMatching(/^boxwood query frustum 1\.obj --matrix (-?[\d.e-]+,){15}-?[\d.e-]+$/),
    hull: "boxwood query hull 1.obj --points '0,0.375,0.675;0.5,0.375,0.675;0.25,0.375,1.05;0.25,0.875,0.8'",
    sweepSphere: 'boxwood query sweep 1.obj --shape sphere --from 0.25,0.5,1.55 --to 0.25,0.5,0.30000000000000004 --radius 0.125',
    sweepCapsule:
      'boxwood query sweep 1.obj --shape capsule --from 0.25,0.5,1.55 --to 0.25,0.5,0.30000000000000004 --axis 0,0.125,0 --radius 0.08333333333333333',
    sweepBox: 'boxwood query sweep 1.obj --shape box --from 0.25,0.5,1.55 --to 0.25,0.5,0.30000000000000004 --size 0.25,0.25,0.25',
    sweepHull: expect.stringMatching(
      /^boxwood query sweep 1\.obj --shape hull --from 0\.125,0\.4375,1\.4875 --to \S+ --points '0,0,0;0\.25,0,0;/,
    ),
    closest: 'boxwood query closest 1.obj --point 0.25,0.5,0.925 --count 5',
    within: 'boxwood query within 1.obj --point 0.25,0.5,0.925 --distance 0.25',
    inside: 'boxwood query inside 1.obj --point 0.25,0.5,0.7375',
  });
  expect(probeLine(store, null)).toBeNull();
});

/** Runs a program with the library and a file that is read as the mesh. Returns what it prints. */
async function printedBy(code: string, mesh: TriangleMesh): Promise<unknown[]> {
  const printed: unknown[] = [];
  const body = code.replace(/^import .*$/gm, '');
  const names = /import \{ (.*) \} from 'boxwood'/.exec(code)![1]!.split(', ');
  const readMesh = async (): Promise<object> => ({ mesh });
  const given: Record<string, unknown> = { ...library, readMesh };
  const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...values: unknown[]) => Promise<void>;
  const run = new AsyncFunction('readFile', 'console', ...names, body);
  await run(async () => new Uint8Array(), { log: (value: unknown) => printed.push(value) }, ...names.map((name) => given[name]));
  return printed;
}

it.each(shapes)('writes code that finds the triangles of the probe: %s', async (_, shape) => {
  const own = storeWith([mesh], { probe: { document: 1, shape } });
  const { triangles, inside, polygon, sweep } = own.probe.value!;
  const printed = await printedBy(probeCode(own, own.scene.value.probe)!, mesh);
  if (polygon !== null) return expect(printed).toEqual([polygon]);
  if (sweep !== null) {
    expect(sweep.state).toBe('hit');
    const { interval, contact } = sweep;
    return expect(printed).toMatchObject([{ state: 'hit', interval, contact }]);
  }
  if (inside !== null) return expect(printed).toEqual([expect.objectContaining({ inside: true, winding: 1 }), inside.signedDistance]);
  expect(triangles.length).toBeGreaterThan(0);
  expect(printed.map(trianglesOf)).toEqual([Array.from(triangles)]);
});

const parted = halved(mesh);
const filters: readonly FilterOptions[] = [
  { parts: 'top', sides: 'both' },
  { parts: '#1', sides: 'back' },
  { parts: '', sides: 'front' },
];

it.each(shapes)('writes code with the parts and sides of the probe: %s', async (kind, shape) => {
  const results = new Set<string>();
  for (const filter of filters) {
    const own = storeWith([parted], { probe: { document: 1, shape, filter } });
    const { triangles, inside, polygon, sweep } = own.probe.value!;
    const printed = await printedBy(probeCode(own, own.scene.value.probe)!, parted);
    results.add(JSON.stringify(printed));
    if (polygon !== null) expect(printed).toEqual([polygon]);
    else if (sweep !== null) expect(printed).toMatchObject([{ state: sweep.state, interval: sweep.interval, contact: sweep.contact }]);
    else if (inside !== null) {
      // The tree of the page is of another kind, so its error is another too.
      const [{ winding, windingError, ...rest }, distance] = printed as [InsideResult, number];
      expect([rest.inside, distance]).toEqual([inside.result.inside, inside.signedDistance]);
      expect(Math.abs(winding! - inside.result.winding!)).toBeLessThanOrEqual(windingError! + inside.result.windingError!);
    } else expect(printed.map(trianglesOf)).toEqual([Array.from(triangles)]);
  }
  // A polygon is queried without the mesh.
  expect(results.size).toBeGreaterThan(kind === 'polygon' ? 0 : 1);
});

function trianglesOf(result: unknown): number[] {
  const { triangles, hits, touches, closest } = result as Record<string, readonly { readonly triangle: number }[]>;
  return triangles !== undefined
    ? Array.from(triangles as unknown as number[])
    : (hits ?? touches ?? closest)!.map(({ triangle }) => triangle);
}

it('says why a slice has no command line and no code', () => {
  const told: string[] = [];
  const session = { inform: (text: string) => void told.push(text) } as unknown as App['session'];
  const slice = { document: 1, shape: firstProbe('slice', at, [0, 1, 0], 1) };
  copyProbe({ store, session }, slice, 'command');
  copyProbe({ store, session }, slice, 'code');
  const own = storeWith([mesh], { probe: slice });
  copyCommandLine({ store: own, session }, 'probe');
  expect(told).toEqual(['A distance slice has no command line.', 'A distance slice has no code.', 'A distance slice has no command line.']);
});

it('has no text for an impossible shape', () => {
  const shape: ProbeShape = { kind: 'frustum', eye: at, target: at, angle: 45, aspect: 1, near: 1, far: 2 };
  expect(probeLine(store, { document: 1, shape })).toBeNull();
  expect(probeCode(store, { document: 1, shape })).toBeNull();
});

it('is recorded by the query debugger with the counts of the query', () => {
  const traced = shapes.filter(([, shape]) => probeTrace(shape) !== null);
  expect(traced.map(([kind]) => kind)).toHaveLength(16);
  for (const [kind, shape] of traced) {
    const own = storeWith([mesh], { probe: { document: 1, shape } });
    own.trace.value = { ...own.trace.value, query: 'probe' };
    const result = own.traced.value!;
    if (result.kind !== 'one') throw new Error(`${kind}: ${result.kind}`);
    const found = [...(result.trace.result as ArrayLike<number> & Iterable<number>)];
    if (kind !== 'inside')
      expect(found.toSorted((p, q) => p - q)).toEqual(Array.from(own.probe.value!.triangles).toSorted((p, q) => p - q));
  }
});
