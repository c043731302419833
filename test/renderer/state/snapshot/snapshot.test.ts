import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { toErrorData } from '#core/error';
import { defaultValues } from '#core/options/option';
import { buildOptions } from '#core/options/build-options';
import { healthOptions } from '#core/options/health-options';
import { pairOptions } from '#core/options/pair-options';
import { rayOptions } from '#core/options/ray-options';
import { sphereOptions } from '#core/options/sphere-options';
import { packScene } from '#core/scene/document/packed-scene';
import { membersOf, sameSet, setOf } from '../../../../renderer/state/selection/index-set.ts';
import { firstProbe } from '../../../../renderer/state/probe/place-probe.ts';
import { probeKinds } from '../../../../renderer/state/probe/probe-shapes.ts';
import { readSnapshot } from '../../../../renderer/state/snapshot/read-snapshot.ts';
import { indexSet, setRecord } from '../../../../renderer/state/snapshot/set-text.ts';
import type { Snapshot, SnapshotDocument } from '../../../../renderer/state/snapshot/snapshot.ts';
import { sceneRecord } from '../../../../renderer/state/snapshot/scene-record.ts';
import { writeSnapshot } from '../../../../renderer/state/snapshot/write-snapshot.ts';
import { emptyScene } from '../../../../renderer/state/store/records.ts';
import { scaled } from '../../../fixtures/scale.ts';

const pose = { target: [1, 2, 3], distance: 4.5, azimuthRadians: -1.25, elevationRadians: 0.5, projection: 'orthographic' } as const;

const castle: SnapshotDocument = {
  id: 7,
  name: 'castle.obj',
  byteLength: 1234,
  sha256: 'ab'.repeat(32),
  sideSha256: 'cd'.repeat(32),
  triangles: 12,
  tree: { ...defaultValues(buildOptions), kind: 'obb' },
  hidden: { all: true, parts: [[3, 'roof']], triangles: setOf(12, [0, 1, 2, 7]) },
  hiddenBefore: { all: false, parts: [], triangles: null },
  meaning: null,
  role: 'collider',
  heldBy: 'jolt',
  isChecked: true,
};

/** Two instances with every field set. */
const yard = packScene({
  meshes: ['robot.glb', 'castle.obj'],
  instances: [
    { mesh: 1, matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1], set: 'static', layer: 2, mask: 3, motion: null },
    {
      mesh: 0,
      matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 0, 0, 1],
      set: 'moving',
      layer: 1,
      mask: 5,
      motion: { kind: 'walk', seed: 4, stride: 0.5 },
    },
  ],
});

/** A snapshot in which no value is the default, if that is possible. */
const full: Snapshot = {
  version: 1,
  documents: [castle, { ...castle, id: 9, name: 'robot.glb', hiddenBefore: null }],
  active: 1,
  scene: {
    tool: 'measure',
    gizmo: { mode: 'scale', axes: 'movingMesh' },
    picking: { what: 'parts', through: true },
    queried: 'visible',
    chosenKind: 'import-3',
    selection: { kind: 'triangles', document: 0, triangles: setOf(12, [1, 5]) },
    display: {
      ...emptyScene.display,
      shading: 'wire',
      boxLevel: 3,
      hiddenKinds: new Set(['duplicate-triangles', 'import-1']),
      section: { ...emptyScene.display.section, plane: { isOn: true, point: [0, 1, 0], normal: [0, 0, 1] } },
      colourBy: 'part',
    },
    measure: [
      { document: 0, triangle: 4, position: [0.1, 0.2, 0.3], kind: 'edge' },
      { document: 1, triangle: 0, position: [1, 2, 3], kind: 'midpoint' },
    ],
    clearance: [
      { document: 1, part: 3 },
      { document: 0, part: null },
    ],
    ray: { document: 0, origin: [0, 0, 5], direction: [0, 0, -1], far: Infinity, options: defaultValues(rayOptions) },
    sphere: { document: 1, center: [1, 1, 1], radius: 0.5, options: defaultValues(sphereOptions) },
    probe: { document: 0, shape: { kind: 'ray', origin: [1, 2, 3], direction: [0, 1, 0], far: Infinity } },
    pins: [{ id: 1, document: 1, name: 'Door', shape: { kind: 'sphere', center: [1, 2, 3], radius: 0.5 } }],
    movingMesh: {
      document: 1,
      fixed: 0,
      translate: [1e-12, 2, 3],
      rotateDegrees: [10, 20, 30],
      scale: -2,
      options: defaultValues(pairOptions),
    },
    motion: {
      start: { translate: [0, 1, 2], rotateDegrees: [0, 0, 90], scale: -2 },
      end: { translate: [1e-12, 2, 3], rotateDegrees: [10, 20, 30], scale: -2 },
      edited: 'end',
      options: { path: 'screw', tolerance: 0.25, separation: 0.5, firstTest: 'hull' },
      turn: { axis: [0, 1, 0], angleDegrees: 400 },
    },
    instances: { name: 'yard.boxwood-scene.json', packed: yard, documents: [1, 0] },
  },
  second: { document: 0, options: defaultValues(buildOptions) },
  camera: pose,
  lens: { width: 900, height: 600, focal: 871.5, center: [410, 330] },
  bookmarks: [{ name: 'Gate', pose }],
  flySpeed: 2.5,
  health: { ...defaultValues(healthOptions), tolerance: 0.025 },
  measuring: 'clearance',
  nodeMode: 'list',
  workspace: 'query',
  layouts: { query: { right: 'display', bottom: 'log', folded: true, sizes: { bottom: 240 } } },
};

function problemOf(value: unknown): string {
  try {
    readSnapshot(value);
    return 'accepted';
  } catch (thrown) {
    const { code, location } = toErrorData(thrown);
    return `${code} ${location.pointer}`;
  }
}

test('a snapshot is read as it was written', () => {
  const text = writeSnapshot(full);
  expect(text).not.toContain('Infinity');
  expect(readSnapshot(JSON.parse(text))).toEqual(full);
  // Every kind of selection.
  const selections = [
    { kind: 'document', document: 1 },
    { kind: 'part', document: 0, part: 2 },
    { kind: 'parts', document: 0, parts: setOf(40, [2, 3, 39]) },
    { kind: 'node', document: 0, node: 5 },
    { kind: 'triangle', document: 0, triangle: 3, node: null },
    { kind: 'finding', document: 0, name: 'duplicate-triangles', item: 2 },
    { kind: 'hit', hit: 2 },
    { kind: 'touch', triangle: 4 },
    { kind: 'contact', a: 1, b: 2 },
    { kind: 'loop', a: 1, b: 2 },
  ] as const;
  for (const selection of selections) {
    const one = { ...full, scene: { ...full.scene, selection } };
    expect(readSnapshot(JSON.parse(writeSnapshot(one)))).toEqual(one);
  }
});

test('a probe of every shape is read as it was written', () => {
  expect(probeKinds.length).toBeGreaterThan(10);
  for (const kind of probeKinds) {
    const probe = { document: 0, shape: firstProbe(kind, [1, 2, 3], [0, 1, 0], 0.5) };
    const one = { ...full, scene: { ...full.scene, probe } };
    expect(readSnapshot(JSON.parse(writeSnapshot(one)))).toEqual(one);
  }
  const wrong = (shape: object): string => problemOf({ ...JSON.parse(writeSnapshot(full)), scene: { probe: { document: 0, shape } } });
  expect(wrong({ kind: 'ball' })).toBe('malformed /scene/probe/shape/kind');
  expect(wrong({ kind: 'hull', points: [] })).toBe('malformed /scene/probe/shape/points');
  expect(wrong({ kind: 'closest', point: [0, 0, 0], count: 1.5 })).toBe('malformed /scene/probe/shape/count');
  expect(wrong({ kind: 'sphere', center: [0, 0, 0], radius: -1 })).toBe('malformed /scene/probe/shape/radius');
});

test('a written snapshot is a session of the schema of projects', () => {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../../resources/schemas');
  const schema = JSON.parse(readFileSync(join(folder, 'project.schema.json'), 'utf8')) as object;
  const isProject = new Ajv2020({ allowUnionTypes: true }).compile(schema);
  const session = JSON.parse(writeSnapshot(full)) as object;
  const project = { boxwoodProject: 1, meshes: [], session };
  expect(isProject(project), JSON.stringify(isProject.errors)).toBe(true);
  expect(isProject({ ...project, session: { ...session, camera: { ...pose, distance: 0 } } })).toBe(false);
  expect(isProject({ ...project, session: { ...session, scene: { clearance: [{ part: 1 }] } } })).toBe(false);
  expect(isProject({ ...project, session: { ...session, documents: [{ name: 'no id' }] } })).toBe(false);
});

test('fields of a later version are ignored, missing ones have their default', () => {
  const later = JSON.parse(writeSnapshot(full)) as Record<string, Record<string, unknown>>;
  later['clouds'] = { count: 3 };
  later['scene']!['weather'] = 'rain';
  (later['scene']!['display'] as Record<string, unknown>)['fog'] = 1;
  (later['health'] as Record<string, unknown>)['unknownCheck'] = 1;
  expect(readSnapshot(later)).toEqual(full);
  const unknownCheck = { ...later['scene'], chosenKind: 'melted', selection: { kind: 'finding', document: 0, name: 'melted', item: null } };
  expect(readSnapshot({ ...later, scene: unknownCheck }).scene).toMatchObject({ chosenKind: null, selection: null });
  const empty = readSnapshot({ version: 1, documents: [], scene: {} });
  expect(empty.scene.clearance).toEqual([]);
  expect(empty.scene.display).toEqual(emptyScene.display);
  expect(empty).toMatchObject({
    active: null,
    camera: null,
    lens: null,
    bookmarks: [],
    second: null,
    measuring: 'points',
    nodeMode: 'tree',
    workspace: null,
    layouts: null,
  });
});

test('a later version and wrong values are refused with their location', () => {
  const written = (): Record<string, unknown> => JSON.parse(writeSnapshot(full)) as Record<string, unknown>;
  const scene = (change: object): object => ({ ...written(), scene: { ...(written()['scene'] as object), ...change } });
  expect(problemOf(written())).toBe('accepted');
  const wrong: readonly (readonly [value: unknown, problem: string])[] = [
    [null, 'malformed '],
    [[], 'malformed '],
    [{ ...written(), version: 2 }, 'unsupported-dialect /version'],
    [{ ...written(), version: 'one' }, 'malformed /version'],
    [{ ...written(), documents: {} }, 'malformed /documents'],
    [{ ...written(), active: 2 }, 'malformed /documents'],
    [{ ...written(), active: -1 }, 'malformed /active'],
    [{ ...written(), camera: { ...pose, distance: 0 } }, 'malformed /camera/distance'],
    [{ ...written(), camera: { ...pose, target: [1, 2] } }, 'malformed /camera/target'],
    [{ ...written(), camera: { ...pose, target: [1, null, 2] } }, 'malformed /camera/target/1'],
    [{ ...written(), lens: { width: 900, height: 600, focal: 0, center: [1, 2] } }, 'malformed /lens/focal'],
    [{ ...written(), lens: { width: 900, height: 600, focal: 800, center: [1] } }, 'malformed /lens/center'],
    [{ ...written(), bookmarks: [{ name: 3, pose }] }, 'malformed /bookmarks/0/name'],
    [scene({ tool: 'hammer' }), 'malformed /scene/tool'],
    [scene({ instances: { name: 'a', packed: '{}', documents: [] } }), 'malformed /scene/instances/packed'],
    [scene({ instances: { name: 'a', packed: sceneRecord(yard), documents: [0] } }), 'malformed /scene/instances/documents'],
    [scene({ movingMesh: { ...full.scene.movingMesh, scale: 0 } }), 'malformed /scene/movingMesh/scale'],
    [scene({ movingMesh: { ...full.scene.movingMesh, scale: -2e9 } }), 'malformed /scene/movingMesh/scale'],
    [{ ...written(), measuring: 'volume' }, 'malformed /measuring'],
    [{ ...written(), nodeMode: 'worst' }, 'malformed /nodeMode'],
    [scene({ clearance: [{ document: 2, part: null }] }), 'malformed /documents'],
    [scene({ clearance: [{ document: 0, part: -1 }] }), 'malformed /scene/clearance/0/part'],
    [scene({ clearance: Array(3).fill({ document: 0, part: null }) }), 'malformed /scene/clearance'],
    [scene({ selection: { kind: 'unknown' } }), 'malformed /scene/selection/kind'],
    [scene({ selection: { kind: 'part', document: 5, part: 0 } }), 'malformed /documents'],
    [
      scene({ selection: { kind: 'triangles', document: 0, triangles: { size: 2 ** 31, runs: '' } } }),
      'malformed /scene/selection/triangles/size',
    ],
    [
      scene({ selection: { kind: 'triangles', document: 0, triangles: { size: 9, runs: '4-2' } } }),
      'malformed /scene/selection/triangles/runs',
    ],
    [
      scene({ selection: { kind: 'triangles', document: 0, triangles: { size: 99, bits: 'AAAA' } } }),
      'malformed /scene/selection/triangles',
    ],
    [scene({ ray: { ...full.scene.ray, far: 5, options: { mode: 'never' } } }), 'malformed /scene/ray/options'],
  ];
  expect(wrong.map(([value]) => problemOf(value))).toEqual(wrong.map(([, problem]) => problem));
});

test('sets that are too large in all are refused before they are allocated', () => {
  const hidden = { triangles: { size: 2 ** 27, runs: '' } };
  const documents = Array.from({ length: 1000 }, (_, id) => ({ id, name: 'a', byteLength: 1, hidden }));
  expect(problemOf({ version: 1, documents, scene: {} })).toBe('malformed /documents/2/hidden/triangles/size');
});

test('sets of indices are read as written, and are never longer than their bits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.array(fc.integer({ min: 0, max: 299 })), (size, members) => {
      const set = setOf(size, members);
      const record = setRecord(set);
      expect(sameSet(indexSet(JSON.parse(JSON.stringify(record)), ''), set)).toBe(true);
      expect((record.runs ?? record.bits ?? '').length).toBeLessThanOrEqual(4 * Math.ceil((4 * Math.ceil(size / 32)) / 3));
    }),
    { numRuns: scaled(500) },
  );
  const every = setOf(
    400_000,
    Array.from({ length: 200_000 }, (_, i) => 2 * i),
  );
  const record = setRecord(every);
  expect(record.bits?.length).toBe(4 * Math.ceil((4 * 12_500) / 3));
  expect(membersOf(indexSet(record, ''))).toEqual(membersOf(every));
});
