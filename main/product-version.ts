import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFolder } from './product-folders.ts';

/** As `package.json` has it. */
export function productVersion(): string {
  const manifest = JSON.parse(readFileSync(join(productFolder, 'package.json'), 'utf8')) as { readonly version: string };
  return manifest.version;
}
