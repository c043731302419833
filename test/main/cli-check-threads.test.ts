import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ball, joined, placed } from '../fixtures/shapes.ts';
import { binaryStl } from '../fixtures/write-text.ts';
import { runBoxwood, temporaryFolder } from './product.ts';

test('two threads share the checks of one large file, with the report of one thread', async () => {
  const file = join(temporaryFolder(), 'balls.stl');
  const sphere = ball(200, 170);
  writeFileSync(file, binaryStl(joined([sphere, placed(sphere, 1, [0.9, 0, 0])])));
  const reportOf = async (...flags: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    const { out, err } = await runBoxwood(['check', file, '--json', ...flags]);
    expect(err).toBe('');
    return JSON.parse(out) as Readonly<Record<string, unknown>>;
  };
  const { timings: one, ...alone } = await reportOf();
  const { timings: two, ...shared } = await reportOf('--jobs', '2');
  expect([one, two]).toEqual([expect.any(Object), expect.any(Object)]);
  expect(alone['triangles']).toBeGreaterThan(2 ** 17);
  expect(shared).toEqual(alone);
});
