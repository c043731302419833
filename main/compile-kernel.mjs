import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Compiles one module of the kernel in a thread of its own: they take from three to fourteen seconds each. */

/** Returns the WebAssembly, the typings and the bindings. @throws Error with the compiler's own text, or the exit code of a thread without a result. */
export function compileInThread(root, assembly, entry, options) {
  return new Promise((done, fail) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { root, assembly, entry, options } });
    thread.once('message', done).once('error', fail).once('messageerror', fail);
    // Comes after the others, and then changes nothing. Without it, a thread that just ends would leave the promise open.
    thread.once('exit', (code) => fail(new Error(`The kernel did not compile: the thread for ${entry} ended with exit code ${code}`)));
  });
}

async function compile({ root, assembly, entry, options }) {
  const { default: asc } = await import('assemblyscript/asc');
  const files = new Map();
  const output = ['--outFile', 'kernel.wasm', '--bindings', 'raw', '--baseDir', root];
  const { error, stderr } = await asc.main([`${assembly}/${entry}`, ...output, ...options], {
    readFile: (name, base) => {
      const path = resolve(base, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    writeFile: (name, contents) => {
      files.set(name, contents);
    },
    listFiles: () => [],
  });
  const wasm = files.get('kernel.wasm');
  if (error !== null || wasm === undefined) throw new Error(`The kernel did not compile\n${stderr.toString()}`, { cause: error });
  return { wasm, declarations: files.get('kernel.d.ts'), bindings: files.get('kernel.js') };
}

// An error ends the thread, and reaches the caller.
if (!isMainThread && workerData?.entry !== undefined) parentPort.postMessage(await compile(workerData));
