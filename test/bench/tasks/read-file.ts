import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportedMesh } from '#core/index';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { resultHash } from '../result-hash.ts';
import type { BenchTask, TaskName } from '../bench-task.ts';
import { binaryStl } from '../mesh-files.ts';
import { compare } from '../compare.ts';
import { builtScript } from '../corpus-folder.ts';
import { each } from '../rates.ts';
import { disagreement } from './read.ts';

/** The part of `boxwood/threads` that this task needs; the bench is compiled without `main`. */
interface Threads {
  readonly startReadThreads: (options: { readonly threads: number }) => {
    readonly read: (path: string) => Promise<ImportedMesh>;
    readonly end: () => void;
  };
}

/** From a file on the disk to a mesh. three reads all bytes of the file before its loader begins. */
export const readStlFile = fileTask('read-stl-file', 1);
/** The same with a second thread, which runs already. */
export const readStlFileParallel = fileTask('read-stl-file-parallel', 2);

function fileTask(name: TaskName, threads: number): BenchTask {
  return {
    name,
    rival: 'three',
    unit: 'ms',
    run: async ({ mesh }, rounds) => {
      const { startReadThreads } = (await import(builtScript('main/threads/read-mesh-file.js'))) as Threads;
      const path = join(tmpdir(), `boxwood-bench-${process.pid}.stl`);
      writeFileSync(path, binaryStl(mesh));
      const { read, end } = startReadThreads({ threads });
      try {
        const load = (): ReturnType<STLLoader['parse']> => new STLLoader().parse(readFileSync(path).buffer);
        const result = await compare({ run: () => read(path) }, { run: load }, rounds);
        const { positions, indices } = result.ours.mesh;
        return { ...each(result), hash: resultHash(positions, indices), disagreement: disagreement(result.ours.mesh, result.theirs) };
      } finally {
        end();
        rmSync(path);
      }
    },
  };
}
