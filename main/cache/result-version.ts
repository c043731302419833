import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productFolder } from '../product-folders.ts';
import { productVersion } from '../product-version.ts';

/** Incremented when the same code returns other results, or when the layout of entries changes. */
const format = 2;

/**
 * Returns the version of cached results: product version, cache format, and a hash of the code that computes them. The hash is
 * needed in a checkout, where the product version stays the same between releases. Equal on all machines with the same build.
 */
export function resultVersion(): string {
  const hash = createHash('sha256').update(readFileSync(join(productFolder, 'package.json')));
  for (const folder of codeFolders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCode).sort())
      hash.update(`\n${name.replaceAll('\\', '/')}\n`).update(readFileSync(join(folder, name)));
  }
  return `${productVersion()}/${format}/${hash.digest('hex').slice(0, 32)}`;
}

/** All code that reads and checks a mesh. The code of reports is left out: it runs after the cache. */
const codeFolders = ['../../core/', '../worker/'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

function isCode(name: string): boolean {
  return name.endsWith('.js') || (name.endsWith('.ts') && !name.endsWith('.d.ts'));
}
