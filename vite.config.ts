import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { buildKernel } from './main/build-kernel.mjs';

// Sources import it.
await buildKernel();

// Only the renderer is bundled; `core` and `main` are emitted by `tsc -b`. The `source` condition makes `#core/*` and
// `#host-api` mean the sources, so that a build of the renderer never waits for `dist`.
export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  // Relative addresses: the same files are served as `app://boxwood/` and as `http://127.0.0.1:PORT/`.
  base: './',
  plugins: [dockviewStyles()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  worker: { format: 'es' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('dist/renderer-app', import.meta.url)),
    emptyOutDir: true,
    target: 'chrome130',
    // An inlined asset would be a `data:` address, which the content security policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
});

/**
 * `virtual:dockview.css`: the style sheet of dockview-core as a file of ours.
 *
 * The package carries it only as a string that its script puts into a `<style>` element, which `style-src 'self'`
 * forbids; the module build that we import has no styles at all.
 */
function dockviewStyles(): Plugin {
  const name = 'virtual:dockview.css';
  return {
    name: 'dockview-styles',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const script = readFileSync(createRequire(import.meta.url).resolve('dockview-core/dist/dockview-core.js'), 'utf8');
      const literal = /s\.textContent = ("(?:[^"\\]|\\.)*");/.exec(script)?.[1];
      if (literal === undefined) throw new Error('dockview-core no longer carries its styles as s.textContent = "…"');
      return { code: structuralRules(JSON.parse(literal) as string), moduleType: 'css' };
    },
  };
}

/** Without the themes of the package, which are three quarters of the sheet: ours is `theme/dock.css`. */
function structuralRules(css: string): string {
  return css.replace(/^(?:[^{}@]*\.dockview-theme-[^{}]*)\{[^{}]*\}/gm, '');
}
