import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type PostedFile, PostedFiles } from '../../main/projects/posted-files.ts';
import { temporaryFolder } from './product.ts';

const fileOf = (path: string, text: string): PostedFile => ({ kind: 'memory', path, bytes: new TextEncoder().encode(text) });

test('a copy of posted files has the side files that came last, and stays whole when the file comes alone', async () => {
  const posted = new PostedFiles(temporaryFolder());
  const mesh = fileOf('flag.gltf', '{}');
  const sha256 = createHash('sha256').update(mesh.bytes).digest('hex');
  const kept = async (): Promise<readonly string[] | undefined> =>
    (await posted.find(sha256))?.map(({ path, bytes }) => `${path} ${new TextDecoder().decode(bytes)}`);
  expect(await kept()).toBeUndefined();
  await posted.keep(sha256, [mesh]);
  expect(await kept()).toEqual(['flag.gltf {}']);
  await posted.keep(sha256, [mesh, fileOf('flag.bin', 'old')]);
  await posted.keep(sha256, [mesh, fileOf('flag.bin', 'new')]);
  expect(await kept()).toEqual(['flag.gltf {}', 'flag.bin new']);
  await posted.keep(sha256, [mesh]);
  expect(await kept()).toEqual(['flag.gltf {}', 'flag.bin new']);
});
