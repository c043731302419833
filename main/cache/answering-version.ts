import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productFolder } from '../product-folders.ts';
import { productVersion } from '../product-version.ts';

/** Counts up when the same code is to give other answers, or entries are laid out anew. */
const format = 1;

/**
 * By what an answer is to be told from that of another version: version and format, and a hash of the code that answers, since in a checkout
 * the version stands still from one release to the next. The same on every machine with the same build.
 */
export function answeringVersion(): string {
  const hash = createHash('sha256').update(readFileSync(join(productFolder, 'package.json')));
  for (const folder of codeFolders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCode).sort())
      hash.update(`\n${name.replaceAll('\\', '/')}\n`).update(readFileSync(join(folder, name)));
  }
  return `${productVersion()}/${format}/${hash.digest('hex').slice(0, 32)}`;
}

/** All that reads and judges a mesh; what tells of it comes after the cache. */
const codeFolders = ['../../core/', '../worker/'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

function isCode(name: string): boolean {
  return name.endsWith('.js') || (name.endsWith('.ts') && !name.endsWith('.d.ts'));
}
