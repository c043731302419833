import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { buildKernel } from './main/build-kernel.mjs';

// Sources import it.
await buildKernel();

// Only the renderer is bundled; `core` and `main` are emitted by `tsc -b`. The `source` condition makes `#core/*` and
// `#host-api` mean the sources, so that a build of the renderer never waits for `dist`.
export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  // Relative addresses: the same files are served as `app://boxwood/` and as `http://127.0.0.1:PORT/`.
  base: './',
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
    reportCompressedSize: false,
  },
});
