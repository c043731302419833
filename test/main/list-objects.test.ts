import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type * as listModule from '../../main/remote/list-objects.ts';
import { startServer, withEnvironment } from '../fixtures/s3.ts';
import { productFolder } from './product.ts';

const { listObjects } = (await import(join(productFolder, 'dist/main/remote/list-objects.js'))) as typeof listModule;

const undo: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

/** Lists a bucket whose pages a function writes. */
async function listed(pageOf: (times: number) => string, maxPages?: number): Promise<readonly string[]> {
  let times = 0;
  const server = await startServer((_, response) => void response.end(`<ListBucketResult>${pageOf(++times)}</ListBucketResult>`));
  undo.push(server.stop, withEnvironment({ AWS_ENDPOINT_URL: server.address, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }));
  return listObjects('s3://bucket/a*', new AbortController().signal, maxPages);
}

test('the pages of a list are joined', async () => {
  const page = (times: number): string =>
    `<Contents><Key>a${times}</Key></Contents>${times < 3 ? `<NextContinuationToken>${times}</NextContinuationToken>` : ''}`;
  expect(await listed(page)).toEqual(['s3://bucket/a1', 's3://bucket/a2', 's3://bucket/a3']);
});

test('a list without an end is refused after its limit of pages', async () => {
  const page = (times: number): string => `<NextContinuationToken>${times}</NextContinuationToken>`;
  await expect(listed(page, 20)).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('more than 20 pages') as string,
  });
});

test('a page beyond its limit of bytes is refused', async () => {
  const page = (): string => `<Contents><Key>a</Key></Contents>${' '.repeat(17 * 2 ** 20)}`;
  await expect(listed(page)).rejects.toMatchObject({ message: expect.stringContaining('more than 16777216 bytes') as string });
});
