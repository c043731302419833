import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { ball, blades, box } from '../fixtures/shapes.ts';
import { cliScript, objText, runBoxwood, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

/** What only a process of its own can show. The other CLI tests run the same commands in the process of the test. */
const folder = temporaryFolder();
write('box.obj', objText(box()));
write('ball.obj', objText(ball(8, 4)));
write('broken.ply', 'ply\nformat ascii 1.0\nelement vertex banana\nend_header\n');
write('strict.json', JSON.stringify({ budget: 1 }));
write('open.obj', objText(box()).replace('f 5 6 7\nf 5 7 8\n', ''));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function boxwood(...args: string[]): Promise<CliOutcome> {
  return runBoxwood(args, { folder });
}

/** Prints the number of threads that the process has started. */
const countThreads = `
  let threads = 0;
  process.on('worker', () => threads++);
  process.on('exit', () => process.stderr.write(String(threads)));`;

/** Without what is different each time. */
function timeless({ exitCode, out, err }: CliOutcome): CliOutcome {
  const times = /"(\w*(?:[mM]illiseconds|[mM]icroseconds))": [\d.e+-]+|[\d.,]+ (?:ms|µs|s)\b/g;
  return { exitCode, out: out.replace(times, 'time'), err };
}

describe('a process', () => {
  const exitCodes = new Set<number | null>();
  /** They begin and end as `query ray` does. */
  const others = [
    ['query', 'sphere', 'box.obj', '--center', '0.25,0.1,1.5', '--radius', '0.75', '--json'],
    ['query', 'closest', 'box.obj', '--point', '0,0,3', '--json'],
    ['query', 'box', 'box.obj', '--min', '-2,-2,-2', '--max', '2,2,2', '--json'],
  ];

  test.each([
    ...(isFullRun ? others : []),
    ['inspect', 'box.obj', '--json'],
    ['tree', 'ball.obj', '--json'],
    ['query', 'ray', 'box.obj', '--origin', '-0.25,0.1,5', '--direction', '-0,0,-2', '--json'],
    ['query', 'pair', 'box.obj', 'ball.obj', '--translate', '-1,0.5,0.25', '--json'],
    ['check', 'open.obj', 'box.obj', '--budget', 'strict.json', '--jobs', '2', '--json'],
    ['bake', 'box.obj', '-o', 'box.boxwood', '--json'],
    ['verify', 'box.boxwood', '--json'],
    ['tree', 'broken.ply', '--debug', '--json'],
    ['query', 'ray', 'box.obj', '--orgin', '0,0,0'],
    [],
  ])('prints and ends as in this process: %s %s', async (...args) => {
    const apart = await boxwood(...args);
    const here = await runInProcess(args, { folder });
    // A stack has other lines where modules are loaded in another way.
    const plain = (outcome: CliOutcome): CliOutcome => ({ ...timeless(outcome), err: outcome.err.replace(/\n {4}at [^\n]+/g, '') });
    expect(plain(apart)).toEqual(plain(here));
    exitCodes.add(apart.exitCode);
  });

  test('has ended with 0, 1, 2 and 64', () => {
    expect(exitCodes).toEqual(new Set([0, 1, 2, 64]));
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends with 130 at %s during a long step, with one line', async (interruptBy) => {
    // On a busy machine the process reads the first progress late: the step has to be longer than that.
    write('large.obj', objText(ball(160, 120)));
    const { exitCode, out, err } = await runBoxwood(['tree', 'large.obj'], { folder, interruptAt: 'building', interruptBy });
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' });
    expect(err).toMatch(/boxwood: large\.obj: Cancelled\. .+\.\n$/);
  });

  test.each([
    ['inspect', 'parsing'],
    ['check', 'parsing'],
    ['check', 'checking'],
    ['verify', 'reading'],
  ])('%s ends with 130 at Ctrl+C while %s', async (verb, interruptAt) => {
    const file = verb === 'verify' ? 'large.boxwood' : 'large.obj';
    if (verb === 'verify') expect((await runInProcess(['bake', 'large.obj', '-o', file], { folder })).exitCode).toBe(0);
    const { exitCode, out, err } = await runBoxwood([verb, file], { folder, interruptAt });
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' });
    expect(err).toContain('Cancelled');
  });

  test('starts a thread to inspect a large file, and none for a small one', async () => {
    write('large.obj', `${objText(box())}#${' '.repeat(2 ** 18)}\n`);
    const threads = async (...args: string[]): Promise<readonly unknown[]> => {
      const { exitCode, err } = await runBoxwood(args, { folder, before: countThreads });
      return [exitCode, err];
    };
    expect(await threads('inspect', 'box.obj')).toEqual([0, '0']);
    expect(await threads('inspect', 'large.obj')).toEqual([0, '1']);
    expect(await threads('tree', 'box.obj')).toEqual([0, '1']);
  });

  test('prints no progress and no colour where standard error is no terminal', async () => {
    const { out, err } = await boxwood('tree', 'ball.obj');
    expect([out.includes('\u001b'), err]).toEqual([false, '']);
  });

  test('writes all of a long document into a pipe before it ends', async () => {
    write('rows.obj', objText(blades(60, 0)));
    write('columns.obj', objText(blades(60, 1)));
    const { exitCode, out } = await boxwood('query', 'pair', 'rows.obj', 'columns.obj', '--contacts', '--json');
    expect(exitCode).toBe(0);
    expect(out.length).toBeGreaterThan(2 ** 17);
    expect((JSON.parse(out) as { readonly contacts: unknown[] }).contacts).toHaveLength(3600);
  });

  test('ends well when the reader of its output closes the pipe', async () => {
    const child = spawn(process.execPath, [cliScript, 'query', 'pair', 'rows.obj', 'columns.obj', '--contacts', '--json'], { cwd: folder });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(err).toBe('');
  });

  test('ends as it should when nobody reads its errors', async () => {
    const child = spawn(process.execPath, [cliScript, 'check', 'missing 1.obj', 'missing 2.obj', '--format', 'ndjson'], { cwd: folder });
    child.stderr.destroy();
    child.stdout.resume();
    expect(await once(child, 'close')).toEqual([2, null]);
  });

  test.runIf(existsSync('/dev/full'))('says that its output cannot be written, as with a full disk', async () => {
    const stdout = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [cliScript, 'inspect', 'box.obj'], { cwd: folder, stdio: ['ignore', stdout, 'pipe'] });
    let err = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (err += text));
    expect(await once(child, 'close')).toEqual([2, null]);
    closeSync(stdout);
    expect(err).toBe('boxwood: The output cannot be written (ENOSPC). Check the disk, or write somewhere else.\n');
  });

  test('takes names with spaces, quotes and other scripts as they come', async () => {
    const name = 'a "b" ∑ $HOME.obj';
    write(name, objText(box()));
    const { exitCode, out } = await boxwood('inspect', name, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ file: name, triangles: 12 });
  });
});
