import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

/** What a test replaces modules of: a compiled module is loaded by Node, which knows nothing of mocks. */
const replaced = /^main\/electron(\.ts$|\/)/;

/**
 * Tests import what the compiler wrote of `core` and `main` in place of their sources: to transform those once for each project takes longer
 * than most tests. Only for runs that build before. A source that is not compiled is read itself.
 */
export function readCompiled(root: string): Plugin {
  const compiledOf = (path: string): string | null => {
    const source = relative(root, path).replaceAll(sep, '/');
    if (!/^(core|main)\/.*\.ts$/.test(source) || replaced.test(source) || !existsSync(path)) return null;
    const compiled = join(root, 'dist', source.replace(/ts$/, 'js'));
    return existsSync(compiled) ? compiled : null;
  };
  return {
    name: 'read-compiled',
    enforce: 'pre',
    resolveId(name, importer) {
      const candidates = name.startsWith('#core/')
        ? ['.ts', '/index.ts'].map((end) => join(root, 'core', name.slice('#core/'.length) + end))
        : name.startsWith('.') && importer !== undefined
          ? [resolve(dirname(importer), name)]
          : [];
      const compiled = candidates.map(compiledOf).find((path) => path !== null);
      return compiled === undefined ? null : { id: compiled, external: true };
    },
  };
}

/** Modules that Node loads by itself. */
export const compiledModules = /\/dist\/(core|main)\//;
