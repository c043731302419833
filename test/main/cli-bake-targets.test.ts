import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bakeFormats } from '#core/bake/bake-formats';
import { bakeTargetNames, bakeTargets } from '#core/bake/targets/bake-targets';
import { parseRecipe } from '#core/bake/targets/recipe';
import { isFullRun } from '../fixtures/scale.ts';
import { ball, box, channel, placed } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const schemas = new Ajv2020({ allowUnionTypes: true });
for (const name of ['error', 'ignored', 'inspect', 'bake', 'recipe', 'check', 'bake-targets'])
  schemas.addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as object, name);
writeFileSync(join(folder, 'ball.obj'), objText(ball(12, 6)));
writeFileSync(join(folder, 'box.obj'), objText(box()));
writeFileSync(join(folder, 'far.obj'), objText(placed(box(), 1, [70_000, 0, 0])));
writeFileSync(join(folder, 'rock.obj'), rockText(24, 12));
writeFileSync(join(folder, 'pebble.obj'), rockText(12, 6));
mkdirSync(join(folder, 'other'));
writeFileSync(join(folder, 'other/ball.obj'), objText(ball(6, 4)));
// A tetrahedron of 4.5 cubic units, whose largest side is drawn in to half of it.
writeFileSync(
  join(folder, 'dent.obj'),
  'v 0 0 0\nv 3 0 0\nv 0 3 0\nv 0 0 3\nv 0.5 0.5 0.5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5\n',
);
writeFileSync(join(folder, 'nothing.obj'), 'nonsense\n');
// A box, and a collider in a plane.
writeFileSync(
  join(folder, 'leaf.obj'),
  `o rock\n${objText(box())}o UCX_rock_01\nv 0 0 0\nv 1 0 0\nv 0 0 1\nv 1 0 1\nf -4 -3 -2\nf -3 -1 -2\no UCX_rock_02\n${objText(box()).replace(/^f .*$/gm, (face) => face.replace(/\d+/g, (corner) => String(Number(corner) - 9)))}`,
);

/** A channel, and a ball that is its convex collider. */
function rockText(columns: number, rows: number): string {
  const first = objText(channel());
  const before = first.match(/^v /gm)!.length;
  // Faces count the vertices of both.
  const second = objText(ball(columns, rows)).replace(/^f .*$/gm, (face) =>
    face.replace(/\d+/g, (corner) => String(Number(corner) + before)),
  );
  return `o rock\n${first}o UCX_rock_01\n${second}`;
}

interface Report {
  readonly files: readonly {
    readonly file: string;
    readonly error: { readonly code: string } | null;
    readonly targets: readonly {
      readonly target: string;
      readonly out: string;
      readonly state: string;
      readonly bytes: number;
      readonly problems: readonly string[];
      readonly notes: readonly { readonly code: string }[];
      readonly exceeded: readonly { readonly of: string; readonly value: number; readonly part: string | null }[];
      readonly engine: { readonly engine: string; readonly maxMoved: number; readonly metresPerUnit: number | null } | null;
    }[];
  }[];
}

function bake(...args: string[]): Promise<CliOutcome> {
  return runInProcess(['bake', ...args], { folder });
}

async function json(exitCode: number, ...args: string[]): Promise<Report> {
  const outcome = await bake(...args, '--json');
  expect(outcome.exitCode, outcome.err).toBe(exitCode);
  const value: unknown = JSON.parse(outcome.out);
  schemas.validate('bake-targets', value);
  expect(schemas.errors ?? null).toBeNull();
  return value as Report; // The schema has proven it.
}

const readOut = (path: string): Buffer => readFileSync(join(folder, path));

describe('bake --target', () => {
  test('writes a verified file for every target, with the same bytes each time', async () => {
    const names = bakeTargetNames;
    const report = await json(0, 'ball.obj', '--target', names.join(','), '-o', 'all');
    const [{ targets }] = report.files as [Report['files'][0]];
    expect(targets.map(({ target }) => target)).toEqual(names);
    for (const { target, out, bytes, state, engine } of targets) {
      expect(state, target).toBe('written');
      expect(readOut(out).length, target).toBe(bytes);
      const { engine: own, format } = bakeTargets[target as keyof typeof bakeTargets];
      const { extension } = bakeFormats[format];
      expect(out, target).toBe(
        join('all', extension.startsWith(target) && extension !== target ? `ball.${extension}` : `ball.${target}.${extension}`),
      );
      expect(engine?.engine ?? 'none', target).toBe(own);
    }
    // Every third one, unless all are to be written again.
    const repeated = names.filter((_, i) => isFullRun || i % 3 === 0);
    const again = await json(0, 'ball.obj', '--target', repeated.join(','), '-o', 'again');
    expect(again.files[0]!.targets).toHaveLength(repeated.length);
    for (const { target, out } of again.files[0]!.targets) {
      const first = targets.find((one) => one.target === target)!;
      expect(readOut(out).equals(readOut(first.out)), out).toBe(true);
    }
  });

  test('prints lengths and volumes of the engine in the unit of the mesh, and in millimetres where it is known', async () => {
    const dry = async (...more: string[]): Promise<string> =>
      (await bake('dent.obj', '--target', 'mujoco,jolt', '--dry-run', '-o', 'units', ...more)).out;
    const bare = await dry();
    expect(bare).toMatch(/in MuJoCo .*, vertices move by at most 0, phantom volume 2\.25\n/);
    expect(bare).toMatch(/in Jolt .*, vertices move by at most [\d.]+e-7\n/);
    // The writer of MJCF converts to metres, after the comparison; the target of Unreal before it.
    const known = await dry('--unit', 'centimetre');
    expect(known).toMatch(/in MuJoCo .*, vertices move by at most 0 \(0 mm\), phantom volume 2\.25 \(2,250 mm³\)\n/);
    const [, centimetres, millimetres] = /in Jolt .*, vertices move by at most ([\d.e-]+) \(([\d.e-]+) mm\)\n/.exec(known)!;
    expect(Number(millimetres)).toBeCloseTo(10 * Number(centimetres), 12);
    const { files } = await json(0, 'dent.obj', '--target', 'mujoco,unreal', '--dry-run', '-o', 'units', '--unit', 'centimetre');
    expect(files[0]!.targets.map(({ engine }) => engine!.metresPerUnit)).toEqual([0.01, 1]);
  });

  test('names colliders as the target recognises them', async () => {
    const { files } = await json(0, 'pebble.obj', '--target', 'unreal,godot', '-o', 'names');
    const text = (i: number): string => readOut(files[0]!.targets[i]!.out).toString('latin1');
    expect(text(0)).toContain('UCX_rock_01');
    expect(text(1)).toContain('rock-convcolonly');
  });

  test('refuses a limit that is exceeded, with its figure, unless the recipe only reports it', async () => {
    const refused = await json(1, 'far.obj', '--target', 'jolt', '-o', 'limits');
    expect(refused.files[0]!.targets).toMatchObject([
      { state: 'refused', bytes: 0, exceeded: [{ of: 'coordinate', value: 70_001, part: null }] },
    ]);
    expect(() => statSync(join(folder, 'limits'))).toThrow();
    const { out } = await bake('far.obj', '--target', 'jolt', '-o', 'limits');
    expect(out).toMatch(/LIMIT: coordinate 70,001, at most 65,504 \(Jolt .*\)\. Move the mesh to the origin/);
    writeFileSync(join(folder, 'lenient.json'), JSON.stringify({ recipe: 1, targets: [{ target: 'jolt', limits: 'report' }] }));
    const written = await json(0, 'far.obj', '--recipe', 'lenient.json', '-o', 'limits');
    expect(written.files[0]!.targets).toMatchObject([{ state: 'written', exceeded: [{ of: 'coordinate' }] }]);
    const hull = await json(1, 'rock.obj', '--target', 'unity', '-o', 'limits');
    // The ball has 24 by 11 vertices and two poles.
    expect(hull.files[0]!.targets[0]!.exceeded).toMatchObject([
      { of: 'hull triangles', value: 528, part: 'UCX_rock_01' },
      { of: 'hull vertices', value: 266 },
    ]);
    const convex = await json(1, 'rock.obj', '--target', 'physx-convex', '-o', 'limits');
    expect(convex.files[0]!.targets[0]!.exceeded).toMatchObject([
      { of: 'hull vertices', value: 266, part: 'UCX_rock_01' },
      { of: 'hull faces', part: 'UCX_rock_01' },
    ]);
    const fits = await json(0, 'pebble.obj', '--target', 'physx-convex,bullet-shapes', '-o', 'limits');
    expect(fits.files[0]!.targets.map(({ state }) => state)).toEqual(['written', 'written']);
  });

  test('reports in a dry run what it would write, and writes nothing', async () => {
    const dry = await json(0, 'ball.obj', '--target', 'physx,jolt', '-o', 'dry', '--dry-run');
    expect(dry.files[0]!.targets.map(({ state }) => state)).toEqual(['dry', 'dry']);
    expect(() => statSync(join(folder, 'dry'))).toThrow();
    const written = await json(0, 'ball.obj', '--target', 'physx,jolt', '-o', 'wet');
    expect(written.files[0]!.targets.map(({ bytes }) => bytes)).toEqual(dry.files[0]!.targets.map(({ bytes }) => bytes));
  });
});

describe('bake --recipe', () => {
  const recipe = {
    recipe: 1,
    name: '{target}/SM_{name}',
    targets: ['physx', { target: 'boxwood', name: '{name}' }],
    tree: { leafTriangles: 2 },
  };

  test('names the files, sets the tree, and takes many files in parallel or in shards', async () => {
    expect(schemas.validate('recipe', recipe)).toBe(true);
    writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe));
    const report = await json(0, 'ball.obj', 'box.obj', '--recipe', 'recipe.json', '-o', 'pipeline', '--jobs', '2');
    expect(report.files.map(({ file }) => file)).toEqual(['ball.obj', 'box.obj']);
    expect(report.files.flatMap(({ targets }) => targets.map(({ out }) => out))).toEqual(
      ['physx/SM_ball.physx', 'ball.boxwood', 'physx/SM_box.physx', 'box.boxwood'].map((name) => join('pipeline', name)),
    );
    const second = await json(0, 'ball.obj', 'box.obj', '--recipe', 'recipe.json', '-o', 'shards', '--shard', '2/2');
    expect(second.files.map(({ file }) => file)).toEqual(['box.obj']);
    expect(readOut('shards/box.boxwood').equals(readOut('pipeline/box.boxwood'))).toBe(true);
    const { out } = await runInProcess(['tree', 'pipeline/ball.boxwood', '--json'], { folder });
    expect(JSON.parse(out)).toMatchObject({ options: { leafTriangles: 2 } });
  });

  test('has a choice for flat hulls, for all targets or one, which goes before the flag', async () => {
    const flat = { recipe: 1, name: '{target}', flat: 'skip', targets: ['jolt-shapes', { target: 'bullet-shapes', flat: 'thicken' }] };
    expect(schemas.validate('recipe', flat)).toBe(true);
    writeFileSync(join(folder, 'flat.json'), JSON.stringify(flat));
    const report = await json(0, 'leaf.obj', '--recipe', 'flat.json', '-o', 'flat');
    const codes = report.files[0]!.targets.map(({ notes }) => notes.map(({ code }) => code).filter((code) => code.startsWith('flat')));
    expect(codes).toEqual([['flat-left-out'], ['flat-thickened']]);
    const refused = { recipe: 1, targets: [{ target: 'jolt-shapes', flat: 'refuse' }] };
    writeFileSync(join(folder, 'refused.json'), JSON.stringify(refused));
    const { exitCode, out } = await bake('leaf.obj', '--recipe', 'refused.json', '-o', 'flat', '--flat', 'skip');
    expect([exitCode, out]).toEqual([1, expect.stringContaining('The 4 vertices of the hull "UCX_rock_01" lie in one plane')]);
    expect((await bake('leaf.obj', '--target', 'jolt-shapes', '-o', 'flat', '--flat', 'skip')).exitCode).toBe(0);
  });

  test('goes on with the other targets where one refuses the mesh, also in a dry run', async () => {
    for (const more of [[], ['--dry-run']]) {
      const report = await json(1, 'leaf.obj', '--target', 'physx-convex,physx,mujoco', '-o', 'refusal', ...more);
      expect(report.files[0]!.error).toBeNull();
      expect(report.files[0]!.targets.map(({ state }) => state)).toEqual(['refused', more.length === 0 ? 'written' : 'dry', 'refused']);
      expect(report.files[0]!.targets[2]!.problems).toEqual([expect.stringMatching(/UCX_rock_01.*--flat thicken/)]);
    }
  });

  test('writes all targets also where the cache cannot be written, and says so once', async () => {
    writeFileSync(join(folder, 'no-folder'), '');
    const { exitCode, out, err } = await bake('ball.obj', '--target', 'physx,jolt', '-o', 'uncached', '--cache', 'no-folder');
    expect([exitCode, err.match(/This cache is not written/g)]).toEqual([0, ['This cache is not written']]);
    expect(out.match(/written, and read back/g)).toHaveLength(2);
  });

  test('keeps files whose bytes the cache knows, and writes those that changed', async () => {
    mkdirSync(join(folder, 'cache'), { recursive: true });
    const args = ['ball.obj', '--target', 'physx,jolt', '-o', 'cached', '--cache', 'cache'];
    const states = async (): Promise<readonly string[]> => (await json(0, ...args)).files[0]!.targets.map(({ state }) => state);
    expect(await states()).toEqual(['written', 'written']);
    expect(await states()).toEqual(['unchanged', 'unchanged']);
    const before = readOut('cached/ball.jolt.jolt');
    writeFileSync(join(folder, 'cached/ball.jolt.jolt'), 'changed');
    expect(await states()).toEqual(['unchanged', 'written']);
    expect(readOut('cached/ball.jolt.jolt').equals(before)).toBe(true);
  });

  test('reports a file that cannot be read, and bakes the others', async () => {
    const report = await json(2, 'nothing.obj', 'box.obj', '--target', 'physx', '-o', 'some').catch(() => null);
    expect(report).not.toBeNull();
    expect(report!.files.map(({ error, targets }) => [error !== null, targets.length])).toEqual([
      [true, 0],
      [false, 1],
    ]);
  });

  test.each([
    ['{', '/', 'The recipe is not JSON'],
    ['{"recipe": 2}', '/recipe', 'version'],
    ['{"recipe": 1, "targets": []}', '/targets', 'needs a list'],
    ['{"recipe": 1, "targets": ["ps5"]}', '/targets/0/target', 'is not a target'],
    ['{"recipe": 1, "targets": ["physx"], "name": "../x"}', '/name', 'inside the output folder'],
    ['{"recipe": 1, "targets": ["physx"], "name": "{file}"}', '/name', 'Unknown placeholder {file}'],
    ['{"recipe": 1, "targets": ["physx"], "tree": {"leafs": 1}}', '/tree', 'Unknown option'],
    ['{"recipe": 1, "targets": [{"target": "physx", "limits": "maybe"}]}', '/targets/0/limits', 'limits'],
    ['{"recipe": 1, "targets": ["physx"], "flat": "maybe"}', '/flat', 'not a way to treat flat hulls'],
    ['{"recipe": 1, "targets": [{"target": "physx", "flat": 1}]}', '/targets/0/flat', 'not a way to treat flat hulls'],
  ])('refuses %s at %s', (text, _, message) => {
    expect(() => parseRecipe(text)).toThrow(message);
  });

  test.each([
    [['ball.obj', '--target', 'ps5', '-o', 'x'], 'Unknown target "ps5"'],
    [['ball.obj', '--target', 'physx'], '--out'],
    [['ball.obj', '--target', 'physx', '-o', 'x', '--format', 'ply'], '--format does not apply to targets'],
    [['ball.obj', '--target', 'physx', '-o', 'x', '--leaf-triangles', '3'], '--leaf-triangles does not apply to targets'],
    [['ball.obj', 'box.obj', '-o', 'x.ply'], 'Several files need --target or --recipe'],
    [['ball.obj', '-o', 'x.ply', '--dry-run'], '--dry-run needs --target or --recipe'],
    [['ball.obj', 'other/ball.obj', '--target', 'physx', '-o', 'x'], 'would both be written'],
    [['ball.obj', 'ball.physx.physx', '--target', 'physx', '-o', '.'], 'which is an input'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, err } = await bake(...args);
    expect(exitCode).toBe(64);
    expect(err).toContain(message);
  });
});
