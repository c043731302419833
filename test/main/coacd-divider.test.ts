import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cancelledError } from '#core/cancelled';
import { noProgress } from '#core/progress';
import { coacdVariable, divideByCoacd, partsOfObj } from '../../main/worker/coacd-divider.ts';
import { box } from '../fixtures/shapes.ts';
import { temporaryFolder } from './product.ts';

const options = { maxHulls: 8, concavity: 0.01, resolution: 64, threshold: 0.1 };
const positions = Float32Array.from(box().positions);
const indices = Uint32Array.from(box().indices);

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Makes a program that stands in for CoACD. */
function program(lines: readonly string[]): void {
  const path = join(temporaryFolder(), 'coacd');
  writeFileSync(path, ['#!/usr/bin/env node', ...lines].join('\n'));
  chmodSync(path, 0o755);
  vi.stubEnv(coacdVariable, path);
}

/** The flags with a value of the command of CoACD (python/package/bin/coacd of its repository, read on 2026-11-27), and how it reads the value. */
const flags = {
  ...{ '-i': 'text', '--input': 'text', '-o': 'text', '--output': 'text', '-pm': 'text', '--preprocess-mode': 'text', '-am': 'text' },
  ...{ '-t': 'number', '--threshold': 'number', '-r': 'integer', '--resolution': 'integer', '-dt': 'integer', '-c': 'integer' },
  ...{ '--max-convex-hull': 'integer', '-mi': 'integer', '-md': 'integer', '-mn': 'integer', '-pr': 'integer', '--seed': 'integer' },
};

describe.skipIf(process.platform === 'win32')('CoACD', () => {
  test('gets only flags that its command has, with values that it reads', async () => {
    program([
      "const { writeFileSync } = require('node:fs');",
      `const flags = ${JSON.stringify(flags)};`,
      'const args = process.argv.slice(2);',
      'const found = {};',
      'for (let i = 0; i < args.length; i += 2) {',
      '  const kind = flags[args[i]];',
      "  const isNumber = /^-?\\d+(\\.\\d+)?(e-?\\d+)?$/.test(args[i + 1] ?? '');",
      '  const isInteger = isNumber && Number.isInteger(Number(args[i + 1])) && /^-?\\d+$/.test(args[i + 1]);',
      "  const isRead = kind === 'text' ? args[i + 1] !== undefined : kind === 'number' ? isNumber : kind === 'integer' && isInteger;",
      '  if (!isRead) {',
      '    console.error(`error: unrecognized arguments: ${args[i]} ${args[i + 1]}`);',
      '    process.exit(2);',
      '  }',
      '  found[args[i]] = args[i + 1];',
      '}',
      // The library of the command chooses formats by these extensions.
      "if (!found['-i'].endsWith('.obj') || !found['-o'].endsWith('.obj')) process.exit(3);",
      "if (found['-t'] !== '0.1' || found['-c'] !== '8' || found['--seed'] !== '1') process.exit(4);",
      "writeFileSync(found['-o'], 'o geometry_0\\nv 1 2 3 0.5 0.25 1\\nv 4 5 6 0.5 0.25 1\\nf 1 2 1\\n');",
    ]);
    const parts = await divideByCoacd(positions, indices, options, noProgress);
    expect(parts.map((part) => [...part])).toEqual([[1, 2, 3, 4, 5, 6]]);
  });

  test('gets the mesh and the options, and its parts are read', async () => {
    program([
      "const { readFileSync, writeFileSync } = require('node:fs');",
      'const args = process.argv.slice(2);',
      'const of = (name) => args[args.indexOf(name) + 1];',
      "if (of('-t') !== '0.1' || of('-c') !== '8') process.exit(3);",
      "const vertices = readFileSync(of('-i'), 'utf8').split('\\n').filter((line) => line.startsWith('v '));",
      "writeFileSync(of('-o'), `o a\\n${vertices.join('\\n')}\\no b\\nv 1 2 3\\nv 4 5 6\\n`);",
    ]);
    const parts = await divideByCoacd(positions, indices, options, noProgress);
    expect(parts.map((part) => part.length)).toEqual([24, 6]);
    expect([...parts[0]!]).toEqual([...positions]);
  });

  test('is refused if it is not installed, fails, or writes nothing', async () => {
    vi.stubEnv(coacdVariable, join(temporaryFolder(), 'none'));
    const attempt = () => divideByCoacd(positions, indices, options, noProgress);
    await expect(attempt()).rejects.toMatchObject({ code: 'unsupported-feature', message: expect.stringContaining('is not installed') });
    program(["console.error('no\\nbad mesh');", 'process.exit(7);']);
    await expect(attempt()).rejects.toMatchObject({ code: 'unsupported-feature', message: 'CoACD ended with code 7: bad mesh' });
    program(['process.exit(0);']);
    await expect(attempt()).rejects.toMatchObject({ message: 'CoACD wrote no file' });
  });

  test('ends when the job is cancelled', async () => {
    program(['setInterval(() => {}, 1000);']);
    let calls = 0;
    const cancelLater = (): void => {
      if (++calls === 2) throw cancelledError();
    };
    await expect(divideByCoacd(positions, indices, options, cancelLater)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

test('parts of an OBJ text have the vertices of each object', () => {
  expect(partsOfObj('v 1 2 3\r\nf 1 1 1\no next\nv 4 5 6 255 0 0\no empty\n').map((part) => [...part])).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(() => partsOfObj('v 1 nan 2')).toThrow('not finite');
});
