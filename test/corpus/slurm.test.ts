import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { slurmMissing, startSlurm, until } from '../fixtures/slurm.ts';
import { cliScript, productFolder, temporaryFolder } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { corpusFiles, corpusFolder, describeCorpus } from './corpus.ts';

const missing = slurmMissing();
const isRequired = Boolean(process.env['CI'] || process.env['REQUIRE_SLURM']);
if (missing !== null && !isRequired) console.warn(`SKIPPED "a Slurm array": ${missing}`);

describeCorpus('a farm', () => {
  describe.skipIf(missing !== null && !isRequired)('of Slurm', () => {
    test('with one task killed and requeued gives the report of the single run', async () => {
      expect(missing).toBeNull();
      const folder = temporaryFolder();
      const files = smallestFiles(200);
      writeFileSync(join(folder, 'list.txt'), files.join('\n'));
      const single = await runInProcess(['check', '--files-from', 'list.txt', '--json', '--jobs', '2'], { folder });
      const slurm = await startSlurm(folder);
      onTestFinished(slurm.stop);

      const submit = [`--chdir=${folder}`, '--array=0-3', '--parsable', join(productFolder, 'resources/farm/slurm.sbatch')];
      writeFileSync(join(folder, 'pause.mjs'), pauseScript);
      const words = `ALL,BOXWOOD=${process.execPath} --import ${join(folder, 'pause.mjs')} ${cliScript},LIST=list.txt,REPORTS=reports`;
      const job = slurm.run('sbatch', `--export=${words}`, ...submit).trim();
      const report = join(folder, 'reports/part-0.ndjson');
      const lines = (): readonly string[] => (existsSync(report) ? readFileSync(report, 'utf8').split('\n').slice(0, -1) : []);
      await until(() => lines().length > 2, 'task 0 has checked no file', 2);
      killNodeOf('part-0.ndjson');
      await until(() => stateOf(slurm.run, job, 0) === 'FAILED', 'the killed task has not failed');
      const before = lines();
      slurm.run('scontrol', 'requeue', `${job}_0`);
      // Slurm lets a requeued job wait for two minutes.
      slurm.run('scontrol', 'update', `JobId=${job}_0`, 'StartTime=now');
      await until(() => [0, 1, 2, 3].every((task) => stateOf(slurm.run, job, task) === 'COMPLETED'), 'the tasks do not end');

      // What was finished before the kill was not checked again: its times are those of the first run.
      expect(before.length).toBeGreaterThan(2);
      expect(lines().slice(0, before.length)).toEqual(before);
      expect(lines().length).toBeGreaterThan(before.length);
      const parts = [2, 0, 3, 1].map((task) => `reports/part-${task}.ndjson`);
      const merged = await runInProcess(['merge', ...parts, '--json'], { folder });
      expect({ exitCode: merged.exitCode, err: merged.err }).toEqual({ exitCode: single.exitCode, err: '' });
      expect(withoutTimes(merged.out)).toBe(withoutTimes(single.out));
    });
  });
});

/** Stops task 0 in its first run after three lines, so that it is killed with files left however fast the machine is. */
const pauseScript = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
const report = process.argv.find((word) => word.endsWith('part-0.ndjson'));
const pause = () => {
  if (!existsSync(report) || readFileSync(report, 'utf8').split('\\n').length <= 3) return;
  writeFileSync('paused', '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
if (isMainThread && report !== undefined && !existsSync('paused')) setInterval(pause, 1).unref();
`;

/** Different files, so that shards have work of about the same size. */
function smallestFiles(count: number): readonly string[] {
  const paths = corpusFiles().map(({ path }) => join(corpusFolder, path));
  const sized = paths.map((path) => ({ path, size: statSync(path).size })).sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
  expect(sized.length).toBeGreaterThan(count);
  return sized.slice(0, count).map(({ path }) => path);
}

/** Kills the process that writes a report. The script around it then fails. */
function killNodeOf(report: string): void {
  const ids = execFileSync('pgrep', ['-f', `cli\\.js check .*${report}`], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(ids).toHaveLength(1);
  process.kill(Number(ids[0]), 'SIGKILL');
}

function stateOf(run: (command: string, ...args: string[]) => string, job: string, task: number): string {
  const text = run('scontrol', '--oneliner', 'show', 'job', `${job}_${task}`);
  return /JobState=(\w+)/.exec(text)![1]!;
}

function withoutTimes(text: string): string {
  return text.replaceAll(/"(\w+Milliseconds)": [\d.e+-]+/g, '"$1": 0');
}
