import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as workflowParser from '@actions/workflow-parser';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { ball, box } from '../fixtures/shapes.ts';
import { cliScript, objText, productFolder, temporaryFolder } from './product.ts';
import { startWorkerClient } from './worker-client.ts';

const farm = join(productFolder, 'resources/farm');
const read = (name: string): string => readFileSync(join(farm, name), 'utf8');

/** A folder with three meshes, one of which cannot be read, and a `boxwood` for scripts. */
function farmFolder(): { readonly folder: string; readonly sh: (script: string, env: Readonly<Record<string, string>>) => string } {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.obj'), objText(box()));
  writeFileSync(join(folder, 'b.obj'), objText(ball(8, 6)));
  writeFileSync(join(folder, 'meshes.txt'), 'a.obj\nb.obj\nmissing.obj\n');
  writeFileSync(join(folder, 'boxwood'), `#!/bin/sh\nexec "${process.execPath}" "${cliScript}" "$@"\n`);
  chmodSync(join(folder, 'boxwood'), 0o755);
  const sh = (script: string, env: Readonly<Record<string, string>>): string =>
    execFileSync('sh', ['-c', script], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, ...env },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  return { folder, sh };
}

test('the manifest of Kubernetes is valid by its published schema, and its pods make one report', async () => {
  const { Job } = createRequire(import.meta.url)('kubernetes-models/batch/v1') as {
    readonly Job: new (value: unknown) => { readonly validate: () => void };
  };
  const manifest = load(read('kubernetes-job.yaml')) as {
    readonly spec: {
      readonly completions: number;
      readonly template: {
        readonly spec: { readonly containers: readonly { readonly command: readonly string[]; readonly env: unknown }[] };
      };
    };
  };
  new Job(manifest).validate();
  expect(() => new Job({ ...manifest, spec: { ...manifest.spec, completions: 'eight' } }).validate()).toThrow(/completions/);
  const { completions, template } = manifest.spec;
  const [{ command, env }] = template.spec.containers as [(typeof template.spec.containers)[0]];
  expect(env).toEqual([{ name: 'JOB_COMPLETIONS', value: String(completions) }]);
  const { sh } = farmFolder();
  for (const index of [0, 1, 2]) sh(command[2]!, { JOB_COMPLETION_INDEX: String(index), JOB_COMPLETIONS: '3' });
  expect(sh('boxwood merge reports/part-*.ndjson || test $? = 2', {})).toMatch(/^missing\.obj: not read.*\n3 files, /);
});

test('the workflow of GitHub is valid for its own parser', async () => {
  const { NoOperationTraceWriter, parseWorkflow } = await bundled<typeof workflowParser>('@actions/workflow-parser');
  const errors = (content: string): readonly string[] =>
    parseWorkflow({ name: 'boxwood.yml', content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);
  const text = read('github-workflow.yml');
  expect(errors(text)).toEqual([]);
  expect(errors(text.replace('runs-on:', 'runs-where:'))).not.toEqual([]);
});

/** Bundles a package and loads it. This one imports JSON in a way that Node 20 refuses. */
async function bundled<Module>(name: string): Promise<Module> {
  const outDir = temporaryFolder();
  const entry = fileURLToPath(import.meta.resolve(name));
  await build({ configFile: false, logLevel: 'silent', ssr: { noExternal: true }, build: { ssr: entry, outDir, sourcemap: false } });
  const file = readdirSync(outDir).find((output) => /\.m?js$/.test(output))!;
  return (await import(join(outDir, file))) as Module;
}

test('the file of GitLab is valid by its published schema', () => {
  const require = createRequire(import.meta.url);
  const folder = 'schemas/json/gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json';
  const schema = JSON.parse(readFileSync(join(dirname(require.resolve('schemastore/package.json')), folder), 'utf8')) as object;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const errors = (text: string): unknown => (validate(load(text)) ? [] : validate.errors);
  const text = read('gitlab-ci.yml');
  expect(errors(text)).toEqual([]);
  for (const [right, wrong] of [
    ['parallel: 8', 'parallel: 0'],
    ['when: always', 'when: often'],
    ['junit: meshes.xml', 'junit: 5'],
  ] as const) {
    expect(text).toContain(right);
    expect(errors(text.replace(right, wrong))).not.toEqual([]);
  }
});

test('the jobs of GitLab make one report, and the merge has the verdict', () => {
  const jobs = load(read('gitlab-ci.yml')) as Readonly<Record<'check-meshes' | 'mesh-verdict', { readonly script: readonly string[] }>>;
  const { folder, sh } = farmFolder();
  writeFileSync(join(folder, 'budget.json'), JSON.stringify({ budget: 1 }));
  // The list is made by git, and the package comes from the registry.
  const script = (name: keyof typeof jobs): string => jobs[name].script.filter((line) => !/^(npm|git) /.test(line)).join(' && ');
  expect(jobs['check-meshes'].script).toHaveLength(3);
  for (const node of [1, 2]) sh(script('check-meshes'), { CI_NODE_INDEX: String(node), CI_NODE_TOTAL: '2' });
  expect(() => sh(script('mesh-verdict'), {})).toThrow(/missing\.obj|Command failed/);
  expect(readFileSync(join(folder, 'meshes.xml'), 'utf8')).toContain('<testsuites name="boxwood check" tests=');
  expect(readFileSync(join(folder, 'meshes.html'), 'utf8')).toContain('1 file not read');
});

test('the rule of Bazel is read by the parser of its own tools, without warnings', () => {
  const program = createRequire(import.meta.url).resolve('@bazel/buildifier/buildifier.js');
  const lint = (text: string): { readonly status: number | null; readonly stderr: string } =>
    spawnSync(process.execPath, [program, '-type=bzl', '-mode=check', '-lint=warn', '-warnings=all'], { input: text, encoding: 'utf8' });
  const text = read('boxwood.bzl');
  expect(lint(text)).toMatchObject({ status: 0, stderr: '' });
  expect(lint(text.replace('def _boxwood_check_impl(ctx):', 'def _boxwood_check_impl(ctx:')).stderr).toContain('syntax error');
  expect(lint(text.replace('return [DefaultInfo', 'unused = 1\n    return [DefaultInfo')).stderr).toContain('unused-variable');
});

test('the rule of Bazel declares the protocol that the worker has, and a params file runs once', () => {
  expect(read('boxwood.bzl')).toMatch(/"requires-worker-protocol": "json"/);
  const { folder, sh } = farmFolder();
  writeFileSync(join(folder, 'a.params'), 'check\na.obj\n--json\n--output\na.json\n');
  sh('boxwood worker @a.params', {});
  expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))).toMatchObject({ file: 'a.obj', triangles: 12 });
  expect(() => sh('boxwood worker a.params', {})).toThrow(/Command failed/);
});

test('a client of the worker protocol runs requests side by side in one process, and cancels one', async () => {
  const { folder } = farmFolder();
  writeFileSync(join(folder, 'large.obj'), objText(ball(300, 200)));
  const client = startWorkerClient(folder);
  // The rule writes these arguments; without --output the report is the output.
  const large = client.request('check', 'large.obj', '--json');
  const small = client.request('check', 'a.obj', '--json', '--output', 'a.json');
  const missing = client.request('check', 'missing.obj', '--json');
  const cancelled = client.requestCancelled('check', 'large.obj');
  expect(await small).toEqual({ requestId: 2, exitCode: 0, output: '' });
  expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))).toMatchObject({ file: 'a.obj', triangles: 12 });
  expect(await missing).toMatchObject({ requestId: 3, exitCode: 2, output: expect.stringContaining('missing.obj') as string });
  expect(await cancelled).toEqual({ requestId: 4, wasCancelled: true });
  const { exitCode, output } = await large;
  expect({ exitCode, report: JSON.parse(output!) as unknown }).toMatchObject({ exitCode: 0, report: { file: 'large.obj' } });
  expect(await client.end()).toBe(0);
});
