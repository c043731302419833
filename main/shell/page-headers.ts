/**
 * What a page of Boxwood may do, the same in both shells. `wasm-unsafe-eval` allows WebAssembly and no script from text.
 * three, workers and WebAssembly need no more than this.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
].join('; ');

/** For every answer. COOP and COEP isolate the page from others, and so allow shared memory. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};

/** Vite puts a hash of the content into the names of `assets/`, so these never change; everything else may. */
export function cacheControl(path: string): string {
  return /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-store';
}
