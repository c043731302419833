import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const core = join(import.meta.dirname, '../core');

test('core keeps no variable between calls, apart from its WebAssembly', () => {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith(join('kernel', 'assembly')),
  );
  expect(files.length).toBeGreaterThan(900);
  const found = files.flatMap((file) =>
    [...readFileSync(join(core, file), 'utf8').matchAll(/^(?:export )?let (\w+)/gm)].map(
      ([, name]) => `${file.replaceAll('\\', '/')}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});
