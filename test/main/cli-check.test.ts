import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { ignoreListText, parseIgnoreList } from '#core/health/report/ignore-list';
import { importOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import { corpusFolder, describeCorpus } from '../corpus/corpus.ts';
import { khrHullText } from '../fixtures/khr-hull.ts';
import { ball, box, joined } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const schemas = new Ajv2020({ allowUnionTypes: true });
for (const name of ['error', 'ignored', 'inspect', 'check'])
  schemas.addSchema(readJson(join(productFolder, `resources/schemas/${name}.schema.json`)) as object, name);

write('box.obj', objText(box()));
write('crossed.obj', objText(joined([box(), box([0, 0, 0], [3, 0.5, 0.5])])));
write('open.obj', objText(box()).replace('f 5 6 7\nf 5 7 8\n', ''));
write('nan.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\nf 1 2 9\n');
write('points.obj', 'v 0 0 0\nv 1 0 0\n');

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function boxwood(...args: string[]): Promise<CliOutcome> {
  return runInProcess(['check', ...args], { folder });
}

interface Report {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly findings: readonly {
    readonly code: string;
    readonly count: number;
    readonly elements: readonly unknown[];
    readonly triangles: readonly number[];
  }[];
}

/** The one JSON document of a call that succeeds, proven against its schema. */
async function json(...args: string[]): Promise<Report> {
  const { exitCode, out, err } = await boxwood(...args, '--json');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const value: unknown = JSON.parse(out);
  schemas.validate('check', value);
  expect(schemas.errors ?? null).toBeNull();
  return value as Report; // The schema has proven it.
}

describe('check', () => {
  test('finds nothing wrong with a box', async () => {
    expect(await json('box.obj')).toMatchObject({
      file: 'box.obj',
      format: 'obj',
      facts: { triangles: 12, edges: 18, area: 24, signedVolume: 8 },
      mass: { volume: 8, centre: [0, 0, 0] },
      findings: [],
    });
    expect((await boxwood('box.obj')).out).toMatch(
      /^box\.obj\n {2}triangles +12\n[^]+ {2}no findings\n {2}not run: [^\n]*ghost-edges \(set --ghost-angle\), [^\n]+\n$/,
    );
  });

  test('reports every finding with the exact elements and triangles', async () => {
    const { findings } = await json('open.obj');
    expect(findings).toMatchObject([
      {
        code: 'boundary-loops',
        severity: 'warning',
        count: 1,
        counted: 'loop',
        kind: 'edge',
        groups: [{ first: 0, count: 4 }],
        measures: { name: 'length', values: [8] },
        triangles: [3, 5, 7, 9],
      },
    ]);
    expect(findings[0]!.elements).toHaveLength(4);
    const text = (await boxwood('open.obj')).out;
    expect(text).toMatch(
      / {2}warning boundary-loops: 1 loop\. .+\.\n {4}4 edges in total; .+\.\n {4}Triangles 3, 5, 7, 9\.\n {4}Fill .+\.\n {2}1 finding: 1 warning\n {2}not run: .+\n$/,
    );
    expect((await boxwood('nan.obj')).out).toMatch(/ {2}error unusable-faces: 1 location\. .+\n {4}At line 7\.\n/);
  });

  test('lists the pairs that intersect, all or as many as requested', async () => {
    const all = (await json('crossed.obj')).findings[0]!;
    expect(all).toMatchObject({ code: 'self-intersections', kind: 'pair', counted: 'pairs', atLeast: false });
    expect(all.elements).toHaveLength(all.count);
    const few = (await json('crossed.obj', '--max-pairs', '2')).findings[0]!;
    expect([few.count, few.elements.length]).toEqual([all.count, 2]);
  });

  test('reports what the import found too, and what both found once', async () => {
    const { findings, facts } = await json('nan.obj');
    expect(findings).toMatchObject([
      { code: 'unusable-faces', count: 1, kind: null, elements: [], locations: [{ line: 7 }] },
      { code: 'non-finite-vertices', count: 1, kind: 'vertex', elements: [3], triangles: [1], locations: [{ index: 3 }] },
      { code: 'boundary-loops', count: 1 },
    ]);
    expect(facts).toMatchObject({ triangles: 2, nonFiniteVertices: 1, edges: 3 });
  });

  test('checks colliders of extensions, unless --colliders apart excludes them', async () => {
    write('physics.gltf', khrHullText());
    write('only.gltf', khrHullText({ isRockSeen: false, isClosed: true }));
    const { findings, facts, ...told } = await json('physics.gltf', '--only', 'boundary-loops,open-hulls,missing-colliders');
    expect(findings).toMatchObject([
      { code: 'boundary-loops', count: 1, triangles: [8, 9, 10] },
      { code: 'missing-colliders', count: 1, detail: 'Tree' },
    ]);
    expect(facts).toMatchObject({ triangles: 8, boundaryEdges: 0 });
    expect(told).toMatchObject({
      triangles: 11,
      mass: { surface: 'closed', warning: null },
      colliderMass: { surface: 'open', warning: expect.stringContaining('are invalid') as unknown },
      colliders: [{ name: 'RockCollider', triangles: 3, role: { shape: 'hull', of: 'Rock', physics: { filter: { systems: ['props'] } } } }],
    });
    expect(findings[0]).toMatchObject({
      colliders: [
        {
          part: 2,
          name: 'RockCollider',
          triangles: 3,
          role: { physics: { material: { dynamicFriction: 0.2 }, filter: { notCollideWith: ['debris'] } } },
        },
      ],
    });
    expect((await json('physics.gltf', '--colliders', 'apart', '--only', 'missing-colliders')).findings).toMatchObject([
      { code: 'colliders-apart' },
      { code: 'missing-colliders' },
    ]);
    expect(await json('only.gltf')).toMatchObject({ facts: { triangles: 4 }, mass: null });
    expect((await boxwood('only.gltf', '--colliders', 'apart')).err).toMatch(/The mesh has no triangle\. .*--colliders apart/);
    expect((await boxwood('physics.gltf', '--format', 'sarif')).out).toContain('"systems":[');
    expect((await boxwood('physics.gltf')).out).toContain(
      '    Of RockCollider (collider, hull of Rock; friction 0.3 at rest, 0.2 moving (average), restitution 0.1 (average); of props; not with debris) 3.\n',
    );
    expect((await boxwood('physics.gltf')).out).toMatch(
      /mass of the colliders +The surface is open: volume, mass, centre of mass and inertia are invalid\n/,
    );
  });

  test('requires colliders only with --need-colliders or a budget', async () => {
    expect((await json('box.obj')).findings).toEqual([]);
    expect((await json('box.obj', '--need-colliders')).findings).toMatchObject([{ code: 'missing-colliders', count: 1 }]);
    write('demand.json', JSON.stringify({ budget: 1, options: { needColliders: true } }));
    expect(await boxwood('box.obj', '--budget', 'demand.json')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('OVER BUDGET: missing-colliders 1, allowed 0'),
    });
  });

  test.each<[string, number, string[], RegExp]>([
    ['a mesh without triangles', 2, ['points.obj'], /^boxwood: points\.obj: The mesh has no triangle\. .+\.\n$/],
    ['a file that is missing', 2, ['missing.obj'], /^boxwood: missing\.obj: File not found\. .+\.\n$/],
    ['no file', 64, [], /^boxwood: Missing required argument 'files'\. See boxwood check --help\.\n$/],
    ['a check that is none', 64, ['box.obj', '--only', 'holes'], /^boxwood: (box\.obj: )?Unknown check "holes"\. Known codes: .+\.\n$/],
    ['an effort of none', 64, ['box.obj', '--effort', '0'], /^boxwood: --effort cannot be 0\. Use a whole number from 1 to .+\.\n$/],
  ])('refuses %s with exit code %i and one line', async (_, wanted, args, line) => {
    const { exitCode, out, err } = await boxwood(...args);
    expect(err).toMatch(line);
    expect({ exitCode, out }).toEqual({ exitCode: wanted, out: '' });
  });

  test('ends with 130 when it is cancelled while it looks', async () => {
    write('large.obj', objText(ball(100, 80)));
    const ctrlC = new AbortController();
    const { exitCode, out, err } = await runInProcess(['check', 'large.obj'], {
      folder,
      showsProgress: true,
      signal: ctrlC.signal,
      onErr: (text) => {
        if (text.includes('checking')) ctrlC.abort();
      },
    });
    expect(err).toContain('checking');
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' });
  });
});

describeCorpus('check of real meshes', () => {
  test('finds the five holes of the bunny, and the crossings of a monkey', async () => {
    const bunny = await json(join(corpusFolder, 'scan/stanford-bunny.obj'), '--only', 'boundary-loops');
    expect(bunny).toMatchObject({ facts: { boundaryEdges: 223 }, findings: [{ code: 'boundary-loops', count: 5 }] });
    const monkey = await json(join(corpusFolder, 'scan/suzanne.obj'));
    expect(monkey.facts).toMatchObject({ nonManifoldEdges: 1, selfIntersectingPairs: 91 });
  });
});

describe('--ignore', () => {
  const budget = JSON.stringify({ budget: 1 });

  function listed(
    name: string,
    ...findings: readonly { readonly code: string; readonly elements: readonly number[] | null; readonly reason: string }[]
  ): void {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, 'open.obj')))
      .digest('hex');
    const importing = defaultValues(importOptions);
    write(
      name,
      ignoreListText([{ file: 'open.obj', sha256, importing, findings: findings.map((finding) => ({ detail: null, ...finding })) }]),
    );
  }

  const ignoredSchema = (text: string): void => {
    schemas.validate('ignored', JSON.parse(text));
    expect(schemas.errors ?? null).toBeNull();
  };

  test('ignores exactly this location with its reason, which uses no budget', async () => {
    write('budget.json', budget);
    const { findings } = await json('open.obj');
    const elements = (findings[0]!.elements as readonly (readonly number[])[]).flat();
    listed(
      'ignored.json',
      { code: 'boundary-loops', elements, reason: 'It is a door' },
      { code: 'ghost-edges', elements: [0, 1], reason: 'Mended' },
    );
    const text = readFileSync(join(folder, 'ignored.json'), 'utf8');
    ignoredSchema(text);
    expect(parseIgnoreList(text)[0]!.findings).toHaveLength(2);
    expect((await boxwood('open.obj', '--budget', 'budget.json')).exitCode).toBe(1);
    const told = await json('open.obj', '--budget', 'budget.json', '--ignore', 'ignored.json');
    expect(told).toMatchObject({
      findings: [{ code: 'boundary-loops', count: 1, ignored: { count: 1, reason: null, items: [{ item: 0, reason: 'It is a door' }] } }],
      ignored: { unmatched: [{ code: 'ghost-edges', reason: 'Mended' }], ofOtherContent: 0 },
      overBudget: [],
    });
    const { out } = await boxwood('open.obj', '--ignore', 'ignored.json');
    expect(out).toContain('    1 ignored: It is a door.\n');
    expect(out).toContain('  1 ignored finding no longer found, of ghost-edges\n');
    const sarif = JSON.parse((await boxwood('open.obj', '--ignore', 'ignored.json', '--format', 'sarif')).out) as {
      runs: [{ results: [{ suppressions: unknown }] }];
    };
    expect(sarif.runs[0].results[0].suppressions).toEqual([{ kind: 'external', justification: 'It is a door' }]);
    expect((await boxwood('open.obj', '--ignore', 'ignored.json', '--format', 'junit')).out).toContain('1 ignored: It is a door');
  });

  test('does not apply to other content, which is reported', async () => {
    listed('ignored.json', { code: 'boundary-loops', elements: null, reason: 'It is a door' });
    expect(await json('open.obj', '--ignore', 'ignored.json')).toMatchObject({
      findings: [{ ignored: { count: 1, reason: 'It is a door' } }],
    });
    const before = readFileSync(join(folder, 'open.obj'), 'utf8');
    write('open.obj', `${before}# changed\n`);
    expect(await json('open.obj', '--ignore', 'ignored.json')).toMatchObject({
      findings: [{ ignored: { count: 0, reason: null, items: [] } }],
      ignored: { ofOtherContent: 1 },
    });
    expect((await boxwood('open.obj', '--ignore', 'ignored.json')).out).toContain(
      '  1 ignored finding of another version of this file, not applied\n',
    );
    write('open.obj', before);
  });

  test('is stored by a bake and applies to a check of the bake, but not of the source', async () => {
    listed('ignored.json', { code: 'boundary-loops', elements: null, reason: 'It is a door' });
    expect((await runInProcess(['bake', 'open.obj', '-o', 'open.boxwood', '--ignore', 'ignored.json'], { folder })).exitCode).toBe(0);
    write('budget.json', budget);
    expect(await json('open.boxwood', '--budget', 'budget.json')).toMatchObject({
      findings: [{ code: 'boundary-loops', ignored: { reason: 'It is a door' } }],
      overBudget: [],
    });
    expect((await boxwood('open.obj', '--budget', 'budget.json')).exitCode).toBe(1);
  });

  test('of a damaged list is refused by its name and place', async () => {
    write('ignored.json', '{"ignored":1,"files":[{}]}');
    expect(await boxwood('open.obj', '--ignore', 'ignored.json')).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringContaining('ignored.json'),
    });
  });
});
