import { compileNative } from '../native/compile-native.ts';

/**
 * Compiles a program for CGAL in this folder, once for each change of its source, and returns its path. Only the searches of the bench are timed;
 * the other program compiles in half the time with few optimizations.
 * @throws SkippedTask where there is no C++ compiler or no CGAL.
 */
export function compileCgal(name: 'self-intersections' | 'hulls-and-sides'): string {
  return compileNative({
    source: `test/bench/cgal/${name}.cpp`,
    flags: [name === 'self-intersections' ? '-O3' : '-O1', '-frounding-math', '-lgmp', '-lmpfr'],
    missing: /CGAL\/[^:]*: No such file|cannot find -l(gmp|mpfr)/,
    advice: 'there is no CGAL: install libcgal-dev',
  });
}
