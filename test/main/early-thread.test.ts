import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSmallFile } from '../../main/worker/early-thread.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a small file is one that can be read in a plain format, and no path throws', async () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  await writeFile(path('small.obj'), 'v 0 0 0\n');
  await writeFile(path('small.glb'), 'v 0 0 0\n');
  await writeFile(path('large.obj'), new Uint8Array(2 ** 18 + 1));
  await mkdir(path('folder.obj'));
  await symlink('loop.obj', path('loop.obj'));
  expect(isSmallFile(path('small.obj'))).toBe(true);
  const others = ['small.glb', 'large.obj', 'folder.obj', 'loop.obj', 'missing.obj', 'small.obj/in.obj', `${'a'.repeat(300)}.obj`];
  for (const name of others) expect(isSmallFile(path(name)), name).toBe(false);
});
