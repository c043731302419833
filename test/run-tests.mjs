/**
 * Runs all tests but those of `npm run test:more`: the browser tests in one Vitest process, all other tests in a second one at a lower priority, and the linters at the
 * lowest. The browser tests wait much and draw in software; the others use what they leave of the machine. With arguments there is one
 * Vitest process, which gets them, and no test is left out. The output of the browser tests follows that of the others, then what failed linters print, then
 * each failed test once more, then `N passed, N failed, N skipped` over all tests. Fails when a test or a linter fails.
 * BOXWOOD_EARLIER_COUNTS names a file with the counts of `npm run test:more`, if that ran before. They and its failed tests are printed with these, and
 * change nothing of the exit code.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

const linters = [
  ['@biomejs/biome/bin/biome', 'format', '.'],
  ['oxlint/bin/oxlint', '-c', 'oxlint.config.js'],
];
/** `nice` values: what is not alone leaves the processor to the browser tests, which take longest. */
const priorities = { others: 5, linters: 10 };

const given = process.argv.slice(2);
const counts = mkdtempSync(join(tmpdir(), 'boxwood-counts-'));
const children = new Set();
let interruptedBy = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);

const others =
  given.length > 0
    ? vitest('all', given, 'inherit')
    : vitest('others', ['--mode', 'main', '--project', '!e2e'], 'inherit', priorities.others);
const browser = given.length > 0 ? null : vitest('e2e', ['--mode', 'main', '--project', 'e2e'], ['ignore', 'pipe', 'pipe']);
const showBrowser = browser === null ? () => {} : holdOutput(browser.child);
const linted = lintAll();
const codes = [await others.ended];
// From here on it is printed as it comes.
showBrowser();
if (browser !== null) codes.push(await browser.ended);
const results = await linted;
if (interruptedBy === null) report();
rmSync(counts, { recursive: true, force: true });
process.exitCode = interruptedBy === null ? Number(!hasPassed()) : 128 + constants.signals[interruptedBy];

/** Starts Vitest, which leaves its counts in a file of this name. */
function vitest(name, args, stdio, priority = 0) {
  const env = { ...process.env, BOXWOOD_TEST_COUNTS: join(counts, name), BOXWOOD_TEST_BUILT: '1' };
  if (stdio !== 'inherit' && process.stdout.isTTY) env.FORCE_COLOR ??= '1';
  const child = start(['vitest/vitest.mjs', 'run', ...args], { stdio, env }, priority);
  return { child, ended: once(child, 'close').then(([code]) => code) };
}

/** Starts a script of an installed package. */
function start([script, ...args], options, priority) {
  const child = spawn(process.execPath, [`node_modules/${script}`, ...args], options);
  if (priority > 0) setPriority(child.pid, priority);
  children.add(child);
  child.on('close', () => children.delete(child));
  return child;
}

/** Keeps what a process prints. Returns the function that prints it, and then all that follows. */
function holdOutput({ stdout, stderr }) {
  let held = [];
  const take = (text) => (held === null ? process.stdout.write(text) : held.push(text));
  for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', take);
  return () => {
    process.stdout.write(held.join(''));
    held = null;
  };
}

/** Runs the linters one after the other. Returns the name, the output and whether it passed, of each. */
async function lintAll() {
  const results = [];
  for (const command of linters) {
    if (interruptedBy !== null) break;
    const child = start(command, { stdio: 'pipe' }, priorities.linters);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    results.push({ name: command[0], passed: code === 0, output });
  }
  return results;
}

/** Prints what failed linters printed, the failed tests, and the sum of the counts. A run that ended before it had counted is one failure. */
function report() {
  for (const { name, passed, output } of results) if (!passed) process.stdout.write(`\n${output}\nLint failed: ${name}\n`);
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const files = (browser === null ? ['all'] : ['others', 'e2e']).map((name) => ({ name, file: join(counts, name) }));
  const earlier = process.env.BOXWOOD_EARLIER_COUNTS;
  if (earlier !== undefined) files.unshift({ name: 'test:more', file: earlier });
  for (const { name, file } of files) {
    const counted = readCounts(name, file);
    for (const state of Object.keys(sum)) sum[state] += counted[state];
    for (const failure of counted.failures) process.stdout.write(`\nFailed: ${failure}\n`);
  }
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
}

function readCounts(name, file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`the run of the tests named "${name}", before it had counted them`] };
  }
}

function hasPassed() {
  return codes.every((code) => code === 0) && results.every(({ passed }) => passed);
}

/** Ends with its children: a terminal sends Ctrl+C to all of them, other senders to this process only. */
function interrupt(signal) {
  interruptedBy = signal;
  for (const child of children) child.kill(signal);
}
