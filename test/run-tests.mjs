/**
 * Runs Vitest with the given arguments, and the linters next to it at a lower priority. Fails when either fails. What the linters
 * print comes after the tests, and only when they fail.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

const linters = [
  ['@biomejs/biome/bin/biome', 'format', '.'],
  ['eslint/bin/eslint.js', '.'],
];

/** Starts a script of an installed package. */
function start([script, ...args], stdio) {
  return spawn(process.execPath, [`node_modules/${script}`, ...args], { stdio });
}

/** Runs a linter; its name, output and whether it passed. */
async function lint(command) {
  const child = start(command, 'pipe');
  setPriority(child.pid, 10);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { name: command[0], passed: code === 0, output };
}

const tests = once(start(['vitest/vitest.mjs', 'run', ...process.argv.slice(2)], 'inherit'), 'close');
const results = [];
const linted = (async () => {
  for (const command of linters) results.push(await lint(command));
})();
const [[code]] = await Promise.all([tests, linted]);
for (const { name, passed, output } of results) if (!passed) process.stderr.write(`\n${output}\nLint failed: ${name}\n`);
process.exitCode = code === 0 && results.every(({ passed }) => passed) ? 0 : 1;
