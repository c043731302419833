/** Returns the compiled script of a thread in `main/worker`: Node runs no TypeScript in a worker thread. */
export function threadScript(name: string): URL {
  return new URL(`${import.meta.url.endsWith('.ts') ? '../../dist/main/worker' : '../worker'}/${name}`, import.meta.url);
}
