import { compileNative } from '../native/compile-native.ts';

/**
 * Compiles a program for CGAL in this folder, once for each change of its source, and returns its path.
 * @throws SkippedTask where there is no C++ compiler or no CGAL.
 */
export function compileCgal(name: string): string {
  return compileNative({
    source: `test/bench/cgal/${name}.cpp`,
    flags: ['-frounding-math', '-lgmp', '-lmpfr'],
    missing: /CGAL\/[^:]*: No such file|cannot find -l(gmp|mpfr)/,
    advice: 'there is no CGAL: install libcgal-dev',
  });
}
