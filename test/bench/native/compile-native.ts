import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SkippedTask } from '../bench-task.ts';
import { projectFolder } from '../corpus-folder.ts';
import { lockOwner, lockProcesses } from './process-lock.ts';

/** A C++ program of a rival, and what it needs. */
export interface NativeSource {
  /** Path from the project. */
  readonly source: string;
  /** After `-O3`, which another level replaces. */
  readonly flags: readonly string[];
  /** What the compiler says where the library is not installed, and what to do then. */
  readonly missing: RegExp;
  readonly advice: string;
}

/**
 * Compiles a program once for each change of its source, and returns its path. Another process that compiles it meanwhile is waited for.
 * @throws SkippedTask where there is no C++ compiler or no library.
 */
export function compileNative({ source, flags, missing, advice }: NativeSource): string {
  const path = join(projectFolder, source);
  const folder = join(projectFolder, 'dist/bench');
  const program = join(folder, `${basename(dirname(source))}-${basename(source, '.cpp')}`);
  const isCompiled = (): boolean => existsSync(program) && statSync(program).mtimeMs > statSync(path).mtimeMs;
  if (isCompiled()) return program;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${program}.${lockOwner}.part`;
  const unlock = lockProcesses(`${program}.lock`);
  try {
    if (isCompiled()) return program;
    const compiler = process.env['CXX'] ?? 'g++';
    const words = ['-O3', '-DNDEBUG', '-std=c++17', path, '-o', unfinished, ...flags];
    const { error, status, stderr } = spawnSync(compiler, words, { encoding: 'utf8' });
    if (error !== undefined) throw new SkippedTask(`there is no C++ compiler "${compiler}"`);
    if (missing.test(stderr)) throw new SkippedTask(advice);
    if (status !== 0) throw new Error(`${compiler} does not compile ${source}: ${stderr.split('\n')[0]}`);
    renameSync(unfinished, program);
    return program;
  } finally {
    rmSync(unfinished, { force: true });
    unlock();
  }
}
