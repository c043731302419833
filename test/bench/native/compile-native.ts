import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SkippedTask } from '../bench-task.ts';
import { projectFolder } from '../corpus-folder.ts';

/** A C++ program of a rival, and what it needs. */
export interface NativeSource {
  /** Path from the project. */
  readonly source: string;
  readonly flags: readonly string[];
  /** What the compiler says where the library is not installed, and what to do then. */
  readonly missing: RegExp;
  readonly advice: string;
}

/**
 * Compiles a program once for each change of its source, and returns its path.
 * @throws SkippedTask where there is no C++ compiler or no library.
 */
export function compileNative({ source, flags, missing, advice }: NativeSource): string {
  const path = join(projectFolder, source);
  const folder = join(projectFolder, 'dist/bench');
  const program = join(folder, `${basename(dirname(source))}-${basename(source, '.cpp')}`);
  if (existsSync(program) && statSync(program).mtimeMs > statSync(path).mtimeMs) return program;
  mkdirSync(folder, { recursive: true });
  const compiler = process.env['CXX'] ?? 'g++';
  const { error, status, stderr } = spawnSync(compiler, ['-O3', '-DNDEBUG', '-std=c++17', path, '-o', program, ...flags], {
    encoding: 'utf8',
  });
  if (error !== undefined) throw new SkippedTask(`there is no C++ compiler "${compiler}"`);
  if (missing.test(stderr)) throw new SkippedTask(advice);
  if (status !== 0) throw new Error(`${compiler} does not compile ${source}: ${stderr.split('\n')[0]}`);
  return program;
}
