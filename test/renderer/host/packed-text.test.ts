import { expect, test } from 'vitest';
import { packText, unpackText } from '../../../renderer/host/packed-text.ts';

test('a packed text is unpacked as it was, up to a limit', async () => {
  const text = 'ä '.repeat(1000);
  expect(await unpackText(await packText(text))).toBe(text);
  const longest = 'a'.repeat(4 * 2 ** 20);
  expect((await unpackText(await packText(longest))).length).toBe(longest.length);
  await expect(unpackText(await packText(`${longest}a`))).rejects.toThrow();
});
