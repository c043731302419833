/** Returns the compiled script of a thread in `main/worker`: Node runs no TypeScript in a worker thread. */
export function threadScript(name: string): URL {
  return builtFile(`main/worker/${name}`);
}

/** The thread of all jobs, in the few files of the command line: it starts in a third of the time. */
export const jobThreadScript: URL = builtFile('cli/worker.js');

/** Returns the address of a file by its path in `dist`, for this module or its source. */
function builtFile(path: string): URL {
  return new URL(`${import.meta.url.endsWith('.ts') ? '../../dist' : '../..'}/${path}`, import.meta.url);
}
