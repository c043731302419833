import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SkippedTask } from '../bench-task.ts';
import { projectFolder } from '../corpus-folder.ts';

/**
 * Compiles a program for CGAL in this folder, once for each change of its source, and returns its path.
 * @throws SkippedTask where there is no C++ compiler or no CGAL.
 */
export function compileCgal(name: string): string {
  const source = join(projectFolder, `test/bench/cgal/${name}.cpp`);
  const folder = join(projectFolder, 'dist/bench');
  const program = join(folder, `cgal-${name}`);
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return program;
  mkdirSync(folder, { recursive: true });
  const compiler = process.env['CXX'] ?? 'g++';
  const flags = ['-O3', '-DNDEBUG', '-frounding-math', '-std=c++17', source, '-o', program, '-lgmp', '-lmpfr'];
  const { error, status, stderr } = spawnSync(compiler, flags, { encoding: 'utf8' });
  if (error !== undefined) throw new SkippedTask(`there is no C++ compiler "${compiler}"`);
  if (/CGAL\/[^:]*: No such file|cannot find -l(gmp|mpfr)/.test(stderr)) throw new SkippedTask('there is no CGAL: install libcgal-dev');
  if (status !== 0) throw new Error(`${compiler} does not compile the program for CGAL: ${stderr.split('\n')[0]}`);
  return program;
}
