import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type * as autoShardModule from '../../main/cli/check/auto-shard.ts';
import type * as splitterModule from '../../main/cli/check/json-splitter.ts';
import type * as shardModule from '../../main/cli/check/shard.ts';
import type * as runCliModule from '../../main/cli/run-cli.ts';
import type * as serveModule from '../../main/cli/worker/serve-requests.ts';
import { ball, box, joined } from '../fixtures/shapes.ts';
import { cliCalls } from './cli-folder.ts';
import { lastingPool, objText, productFolder, temporaryFolder } from './product.ts';

const built = (path: string): string => join(productFolder, 'dist/main/cli', path);
const { autoShard } = (await import(built('check/auto-shard.js'))) as typeof autoShardModule;
const { everyNth, sharedByBytes } = (await import(built('check/shard.js'))) as typeof shardModule;
const { createJsonSplitter } = (await import(built('check/json-splitter.js'))) as typeof splitterModule;
const { runCli } = (await import(built('run-cli.js'))) as typeof runCliModule;
const { serveRequests } = (await import(built('worker/serve-requests.js'))) as typeof serveModule;

const folder = temporaryFolder();
const pool = lastingPool(2);
const { boxwood, schemas } = cliCalls(folder, ['error', 'ignored', 'inspect', 'check'], pool);
const names = ['a.obj', 'b.obj', 'c.obj', 'missing.obj', 'd.obj', 'e.obj'];
for (const [i, name] of names.entries()) if (name !== 'missing.obj') write(name, objText(i % 2 === 0 ? box() : ball(4 + i, 3 + i)));
write('crossed.obj', objText(joined([box(), box([0, 0, 0], [3, 0.5, 0.5])])));
write('list.txt', `${names.join('\r\n')}\r\n\r\na.obj\r\ncrossed.obj`);
write('empty.txt', '\n\n');

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

interface Document {
  readonly run?: { readonly id: string; readonly files: number; readonly shard: unknown };
  readonly problems?: readonly string[];
  readonly files: readonly { readonly index: number; readonly file: string; timings?: unknown }[];
}

/** The document of a call, proven against its schema. */
async function document(wantedCode: number, ...args: string[]): Promise<Document> {
  const { exitCode, out, err } = await boxwood(...args, '--json');
  expect({ exitCode, err: exitCode === wantedCode ? '' : err }).toEqual({ exitCode: wantedCode, err: '' });
  const value = JSON.parse(out) as Document;
  schemas.validate('check', value);
  expect(schemas.errors ?? null).toBeNull();
  return value;
}

/** Times differ from run to run. */
function withoutTimes({ files, ...rest }: Document): string {
  return JSON.stringify({ ...rest, files: files.map((file) => ({ ...file, timings: null })) });
}

describe('--shard auto', () => {
  const slurm = (id: number, count: number, min: number, max: number, step?: number): Record<string, string> => ({
    SLURM_ARRAY_TASK_ID: String(id),
    SLURM_ARRAY_TASK_COUNT: String(count),
    SLURM_ARRAY_TASK_MIN: String(min),
    SLURM_ARRAY_TASK_MAX: String(max),
    ...(step === undefined ? {} : { SLURM_ARRAY_TASK_STEP: String(step) }),
  });
  test.each([
    [slurm(0, 4, 0, 3, 1), 1, 4],
    [slurm(8, 4, 5, 8), 4, 4],
    [slurm(14, 8, 0, 14, 2), 8, 8],
    [{ JOB_COMPLETION_INDEX: '0', JOB_COMPLETIONS: '5' }, 1, 5],
    [{ AWS_BATCH_JOB_ARRAY_INDEX: '4', AWS_BATCH_JOB_ARRAY_SIZE: '5' }, 5, 5],
    [{ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' }, 1, 3],
    [{ CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3', GITLAB_CI: 'true' }, 3, 3],
    [{ CI_NODE_INDEX: '0', CI_NODE_TOTAL: '3', HEROKU_TEST_RUN_ID: 'x' }, 1, 3],
    [{ BUILDKITE_PARALLEL_JOB: '2', BUILDKITE_PARALLEL_JOB_COUNT: '3' }, 3, 3],
    [{ CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '2' }, 1, 2],
  ])('of %j is %i of %i', (environment: Readonly<Record<string, string>>, number, count) => {
    expect(autoShard(environment)).toEqual({ number, count });
  });

  test.each([
    [{}, /found no array job/],
    [{ ...slurm(1, 3, 1, 7), SLURM_ARRAY_TASK_STEP: '1' }, /Slurm array has holes: 3 tasks from 1 to 7/],
    [slurm(2, 4, 0, 6, 4), /holes/],
    [{ SLURM_ARRAY_TASK_ID: '3' }, /not SLURM_ARRAY_TASK_COUNT/],
    [{ JOB_COMPLETION_INDEX: '3' }, /Kubernetes set JOB_COMPLETION_INDEX, but not JOB_COMPLETIONS/],
    [{ CI_NODE_INDEX: '0', CI_NODE_TOTAL: '3' }, /CI_NODE_INDEX is 0, which is not from 1 to 3/],
    [{ CIRCLE_NODE_INDEX: '2', CIRCLE_NODE_TOTAL: '2' }, /not from 0 to 1/],
    [{ CIRCLE_NODE_INDEX: 'x', CIRCLE_NODE_TOTAL: '2' }, /"x", which is not a whole number/],
    [{ CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '2', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' }, /several array jobs/],
  ])('of %j is refused by name', (environment: Readonly<Record<string, string>>, message) => {
    expect(() => autoShard(environment)).toThrow(message);
  });
});

describe('shards', () => {
  test('together are the list, each file once', () => {
    const sizes = Array.from({ length: 101 }, (_, i) => (i * 7919) % 1009);
    for (const count of [1, 2, 7, 101, 150]) {
      const shards = Array.from({ length: count }, (_, i) => ({ number: i + 1, count }));
      for (const parts of [shards.map((shard) => everyNth(101, shard)), shards.map((shard) => sharedByBytes(sizes, shard))]) {
        expect(parts.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 101 }, (_, i) => i));
        for (const part of parts) expect(part).toEqual([...part].sort((a, b) => a - b));
      }
    }
  });

  test('by bytes differ by less than the largest file', () => {
    const sizes = Array.from({ length: 500 }, (_, i) => ((i * 7919) % 1009) ** 2);
    const loads = [1, 2, 3, 4].map((number) => sharedByBytes(sizes, { number, count: 4 }).reduce((sum, i) => sum + sizes[i]!, 0));
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(...sizes));
  });
});

describe('merge', () => {
  test('of all shards is the report of the single run', async () => {
    const single = await document(2, 'check', '--files-from', 'list.txt');
    expect(single.files.map(({ file }) => file)).toEqual([...names, 'crossed.obj']);
    expect(single.run).toMatchObject({ files: 7, shard: null });
    for (const number of [1, 2, 3]) {
      const { exitCode, out } = await boxwood(
        'check',
        '--files-from',
        'list.txt',
        '--shard',
        `${number}/3`,
        '--format',
        'json',
        '--jobs',
        '2',
      );
      expect(exitCode).toBe(out.includes('missing.obj') ? 2 : 0);
      write(`part${number}.json`, out);
    }
    const merged = await document(2, 'merge', 'part2.json', 'part3.json', 'part1.json');
    expect(withoutTimes(merged)).toBe(withoutTimes(single));
    const text = await boxwood('merge', 'part*.json', '--fail-on', 'warning');
    expect(text.exitCode).toBe(2);
    expect(text.out).toMatch(
      /^missing\.obj: not read\. .*\ncrossed\.obj: self-intersections \d+ \(0 allowed\).*\n7 files, \d+ findings?, 1 over budget, 1 not read\n$/s,
    );
  });

  test('names missing, doubled, foreign and incomplete shards, and fails', async () => {
    const lines = (await boxwood('check', '--files-from', 'list.txt', '--shard', '1/3', '--format', 'ndjson')).out;
    write('cut.ndjson', lines.split('\n').slice(0, -2).join('\n'));
    write('foreign.json', (await boxwood('check', 'a.obj', 'b.obj', '--json')).out);
    const { problems } = await document(1, 'merge', 'cut.ndjson', 'part1.json', 'part2.json', 'foreign.json');
    expect(problems).toEqual([
      'cut.ndjson is incomplete: 1 file missing',
      'Shard 1/3 is in cut.ndjson and in part1.json',
      'foreign.json belongs to another run: other files, options or version',
      'Shard 3/3 is missing',
    ]);
  });

  test('names files that are in two shards or in none', async () => {
    const part = (file: string): Record<string, unknown> & { files: { index: number; file: string }[] } =>
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as never;
    const first = part('part1.json');
    const other = part('part2.json').files[0]!;
    // As if the machine of shard 1 had seen other sizes: its first file became one of shard 2.
    const files = [...first.files.slice(1), other].sort((a, b) => a.index - b.index);
    write('moved.json', JSON.stringify({ ...first, files }));
    const merged = [...files, ...part('part2.json').files, ...part('part3.json').files];
    const wanted = merged.some(({ file }) => file === 'missing.obj') ? 2 : 1;
    const { problems } = await document(wanted, 'merge', 'moved.json', 'part2.json', 'part3.json');
    expect(problems).toEqual(['1 file in two shards: the machines saw other file sizes', '1 file in no shard']);
  });

  test('judges by another budget, and refuses a budget of a check that did not run', async () => {
    write('loose.json', JSON.stringify({ budget: 1, allowSeverity: { error: 'any', warning: 'any' } }));
    write('ghosts.json', JSON.stringify({ budget: 1, allow: { 'ghost-edges': 0 } }));
    write('one.json', (await boxwood('check', 'crossed.obj', 'a.obj', '--json', '--fail-on', 'warning')).out);
    expect((await boxwood('merge', 'one.json')).exitCode).toBe(1);
    expect((await boxwood('merge', 'one.json', '--budget', 'loose.json')).exitCode).toBe(0);
    const refused = await boxwood('merge', 'one.json', '--budget', 'ghosts.json');
    expect(refused).toMatchObject({ exitCode: 64, err: expect.stringContaining('ghost-edges') as string });
  });

  test('refuses fields of the wrong type, and prints one document', async () => {
    const report = JSON.parse((await boxwood('check', 'a.obj', 'b.obj', '--json')).out) as { files: Record<string, unknown>[] };
    write('typed.json', JSON.stringify({ ...report, files: [{ ...report.files[0], overBudget: 3 }] }));
    expect(await boxwood('merge', 'typed.json')).toMatchObject({ exitCode: 2, err: expect.stringContaining('byte') as string });
    const { exitCode, out } = await boxwood('merge', 'one.json', '--budget', 'ghosts.json', '--json');
    expect(exitCode).toBe(64);
    expect(JSON.parse(out)).toHaveProperty('error');
  });

  test('writes one page with the worst file first, escaped, and the trend', async () => {
    write('<b>&.obj', objText(joined([box(), box([0, 0, 0], [3, 0.5, 0.5])])));
    write('now.json', (await boxwood('check', 'a.obj', '<b>&.obj', '--json', '--fail-on', 'warning')).out);
    const { exitCode, out } = await boxwood('merge', 'now.json', '--format', 'html', '--against', 'one.json');
    expect(exitCode).toBe(1);
    expect(out).toContain('&lt;b&gt;&amp;.obj');
    expect(out).not.toMatch(/<b>|<script|src=|http/);
    expect(out).toMatch(/<tr><td class="f">Files<\/td><td class="n">2<\/td><td class="n">2<\/td><td class="n">0<\/td><\/tr>/);
    expect(out.indexOf('self-intersections')).toBeGreaterThan(0);
  });

  test('refuses what is no report, with the byte', async () => {
    write('odd.json', '{"files": [{"file": 3}]}');
    write('half.json', readFileSync(join(folder, 'part1.json'), 'utf8').slice(0, 500));
    write('blank.json', '');
    for (const [name, message] of [
      ['list.txt', 'no JSON object'],
      ['odd.json', 'no file'],
      ['half.json', 'cut off'],
      ['blank.json', 'empty'],
      ['nowhere.json', 'not exist'],
    ] as const)
      expect(await boxwood('merge', name)).toMatchObject({ exitCode: 2, err: expect.stringContaining(message) as string });
  });
});

describe('a list of files', () => {
  test('without a file, together with files, and a call without both are refused', async () => {
    expect(await boxwood('check', '--files-from', 'empty.txt')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('names no file') as string,
    });
    expect((await boxwood('check', 'a.obj', '--files-from', 'list.txt')).exitCode).toBe(64);
    expect(await boxwood('check')).toMatchObject({ exitCode: 64, err: expect.stringContaining("argument 'files'") as string });
    expect((await boxwood('check', '--files-from', 'nowhere.txt')).exitCode).toBe(2);
  });
});

describe('--resume', () => {
  test('continues after a kill, and repeats no finished file', async () => {
    const args = ['check', '--files-from', 'list.txt', '--resume', 'run.ndjson'];
    await boxwood(...args);
    const whole = readFileSync(join(folder, 'run.ndjson'), 'utf8');
    const lines = whole.trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    // The third file is cut in its line; the first has a mark that a second check would remove.
    const marked = lines[1]!.replace('"triangles":12,', '"triangles":13,');
    expect(marked).not.toBe(lines[1]);
    write('run.ndjson', `${lines[0]!}\n${marked}\n${lines[2]!}\n${lines[3]!.slice(0, 90)}`);
    expect((await boxwood(...args)).exitCode).toBe(2);
    const again = readFileSync(join(folder, 'run.ndjson'), 'utf8').trimEnd().split('\n');
    expect(again).toHaveLength(8);
    expect(again[1]).toBe(marked);
    expect(again.map((line) => (JSON.parse(line) as { file?: string }).file)).toEqual([undefined, ...names, 'crossed.obj']);
  });

  test('starts again after a cut first line, and refuses another run', async () => {
    write('torn.ndjson', '{"run":{"id":"12');
    await boxwood('check', 'a.obj', 'b.obj', '--resume', 'torn.ndjson');
    expect(readFileSync(join(folder, 'torn.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(3);
    const other = await boxwood('check', 'a.obj', '--resume', 'torn.ndjson');
    expect(other).toMatchObject({ exitCode: 64, err: expect.stringContaining('another run') as string });
  });
});

test('--elements sets the length of the lists, and counts stay exact', async () => {
  const lengths = async (...args: string[]): Promise<readonly number[]> => {
    const { out } = await boxwood('check', 'crossed.obj', '--json', ...args);
    const finding = (JSON.parse(out) as { findings: { code: string; elements: unknown[]; totals: { elements: number } }[] }).findings.find(
      ({ code }) => code === 'self-intersections',
    )!;
    return [finding.elements.length, finding.totals.elements];
  };
  const [all, total] = await lengths('--elements', 'all');
  expect(all).toBeGreaterThan(2);
  expect(await lengths('--elements', 'none')).toEqual([0, total]);
  expect(await lengths('--elements', '2')).toEqual([2, total]);
  expect((await boxwood('check', 'crossed.obj', '--json', '--elements', '-1')).exitCode).toBe(64);
});

test('JSON is split at any byte', () => {
  const text = '{ "run": {"a": "}\\"{"}, "files": [ {"é": [1, {"b": "]"}]},\n{"c": 2} ], "z": 1 }\n{"file": "x"}\n';
  const bytes = new TextEncoder().encode(text);
  let cuts = 0;
  for (let cut = 0; cut <= bytes.length; cut++, cuts++) {
    const splitter = createJsonSplitter('files');
    const pieces = [...splitter.add(bytes.subarray(0, cut)), ...splitter.add(bytes.subarray(cut))].map(({ key, text: piece }) => [
      key,
      piece,
    ]);
    expect(pieces).toEqual([
      ['run', '{"a": "}\\"{"}'],
      ['files', '{"é": [1, {"b": "]"}]}'],
      ['files', '{"c": 2}'],
      [null, '{"file": "x"}'],
    ]);
    expect(splitter.rest()).toBeNull();
  }
  expect(cuts).toBe(bytes.length + 1);
});

describe('worker', () => {
  async function results(...lines: (object | string)[]): Promise<readonly Record<string, unknown>[]> {
    const out: string[] = [];
    const input = Readable.from(lines.map((line) => Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)));
    const before = process.cwd();
    process.chdir(folder);
    try {
      const context = {
        out: (text: string) => void out.push(text),
        err: () => {},
        showsProgress: false,
        signal: new AbortController().signal,
        pool,
        run: runCli,
      };
      await serveRequests(context, input);
    } finally {
      process.chdir(before);
    }
    return out.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test('runs requests in one process, and a wrong one stops no other', async () => {
    const found = await results(
      { requestId: 1, arguments: ['check', 'a.obj', '--json'], inputs: [], verbosity: 0 },
      { requestId: 2, arguments: ['inspect', 'missing.obj'] },
      'no JSON',
      { requestId: 4, arguments: 'check' },
      { requestId: 5, arguments: ['serve'] },
      { requestId: 6, arguments: ['check', '--files-from=-'] },
      { arguments: ['check', 'crossed.obj', '--fail-on', 'warning'] },
    );
    const byId = new Map(
      found.map((result) => [`${String(result['requestId'])} ${String(result['exitCode'])}`, result['output'] as string]),
    );
    expect([...byId.keys()].sort()).toEqual(['0 1', '0 64', '1 0', '2 2', '4 64', '5 64', '6 64']);
    expect(JSON.parse(byId.get('1 0')!)).toMatchObject({ file: 'a.obj', triangles: 12 });
    expect(byId.get('2 2')).toContain('missing.obj');
  });

  test('runs more requests than it starts at a time', async () => {
    const found = await results(...Array.from({ length: 40 }, (_, i) => ({ requestId: i + 1, arguments: ['--version'] })));
    expect(found.map(({ requestId }) => Number(requestId)).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  test('cancels a request, and says so', async () => {
    write('large.obj', objText(ball(600, 400)));
    const [result] = await results(
      { requestId: 9, arguments: ['check', 'large.obj'] },
      { requestId: 9, cancel: true },
      { requestId: 8, cancel: true },
    );
    expect(result).toEqual({ requestId: 9, wasCancelled: true });
  });
});
