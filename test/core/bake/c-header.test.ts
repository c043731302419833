import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as boxwood from '#core/index';
import { defaultValues } from '#core/options/option';
import { buildOptions } from '#core/options/build-options';
import { isFiniteTriangle, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { seededRandom } from '#core/math/seeded-random';
import { describe, expect, test } from 'vitest';
import { ball, channel, knot, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { productFolder, temporaryFolder } from '../../main/product.ts';

const folder = temporaryFolder();
const program = join(folder, 'run-queries');
const compilers = ['gcc', 'clang'].filter((name) => spawnSync(name, ['--version']).status === 0);
const isRequired = Boolean(process.env['CI'] || process.env['REQUIRE_C_COMPILER']);
if (compilers.length === 0) process.stderr.write('SKIPPED: the C header is not tested, since there is no gcc or clang\n');

const strict = ['-std=c99', '-pedantic', '-Wall', '-Wextra', '-Werror', '-Wconversion', '-Wshadow'];
const sanitizers = ['-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
const results = { ok: 0, notBoxwood: 1, newer: 2, damaged: 3 };

test('there is a C compiler where one is required', () => {
  expect(compilers.length > 0 || !isRequired).toBe(true);
});

/** Whether a compiler has the libraries of its sanitizers, which Debian's clang has in a package of their own. */
function hasSanitizers(compiler: string): boolean {
  const file = join(folder, 'empty.c');
  writeFileSync(file, 'int main(void) { return 0; }\n');
  const found = spawnSync(compiler, [...sanitizers, file, '-o', join(folder, 'empty')]).status === 0;
  if (!found) console.warn(`SKIPPED the sanitizers of ${compiler}: install its runtime, such as libclang-rt-14-dev`);
  return found || isRequired;
}

function compile(compiler: string): void {
  const { status, stderr } = spawnSync(
    compiler,
    [
      ...strict,
      ...(hasSanitizers(compiler) ? sanitizers : []),
      '-I',
      join(productFolder, 'resources/c'),
      join(productFolder, 'test/c/run-queries.c'),
      '-o',
      program,
      '-lm',
    ],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
}

/** Runs the program on a file, and on queries of 11 numbers. */
function run(bytes: Uint8Array, queries: readonly number[] | null) {
  const [file, list] = [join(folder, 'mesh.boxwood'), join(folder, 'queries.bin')];
  writeFileSync(file, bytes);
  if (queries !== null) writeFileSync(list, new Uint8Array(Float64Array.from(queries).buffer));
  const { status, stdout, stderr } = spawnSync(program, queries === null ? [file] : [file, list], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  expect(stderr).toBe('');
  return { status, lines: stdout.trim().split('\n') };
}

/** Rays, spheres and boxes around a mesh, 11 numbers each: kind, and the numbers of the query. */
function seededQueries(mesh: TriangleMesh, count: number): readonly (readonly number[])[] {
  const random = seededRandom(7);
  const finite = Array.from({ length: mesh.indices.length / 3 }, (_, i) => i).filter((t) => isFiniteTriangle(mesh, t));
  const corner = (): readonly number[] => {
    const vertex = mesh.indices[3 * finite[Math.floor(random() * finite.length)]! + Math.floor(3 * random())]!;
    return [0, 1, 2].map((k) => mesh.positions[3 * vertex + k]!);
  };
  const size = Math.hypot(...[0, 1, 2].map((k) => corner()[k]! - corner()[k]!)) + 0.1;
  const near = (): readonly number[] => corner().map((value) => value + size * (random() - 0.5));
  return Array.from({ length: count }, (_, i) => {
    const [p, q] = [near(), near()];
    const numbers =
      i % 3 === 0
        ? [0, ...p, ...q.map((value, k) => value - p[k]!), i % 2 === 0 ? Infinity : size]
        : i % 3 === 1
          ? [1, ...p, size * random()]
          : [2, ...p.map((value, k) => Math.min(value, q[k]!)), ...p.map((value, k) => Math.max(value, q[k]!))];
    return [...numbers, ...new Array<number>(11 - numbers.length).fill(0)];
  });
}

/** What the library finds, as the program prints it. */
function expected(tree: boxwood.Tree, mesh: TriangleMesh, query: readonly number[]): readonly number[] {
  const vector = (at: number): [number, number, number] => [query[at]!, query[at + 1]!, query[at + 2]!];
  switch (query[0]) {
    case 0: {
      const [hit] = boxwood.raycast(tree, mesh, { origin: vector(1), direction: vector(4), far: query[7]! }).hits;
      return hit === undefined ? [] : [hit.triangle, hit.distance];
    }
    case 1:
      return boxwood.sphereOverlap(tree, mesh, { center: vector(1), radius: query[4]! }).touches.map(({ triangle }) => triangle);
    default:
      return [...boxwood.boxOverlap(tree, mesh, { kind: 'aligned', min: vector(1), max: vector(4) }).triangles];
  }
}

const meshes: readonly (readonly [string, TriangleMesh])[] = [
  ['a ball', ball(24, 12)],
  ['a channel', channel()],
  ['a knot', knot(2, 3, 96, 8)],
  ['a soup', soup(800, seededRandom(3))],
  ['a knot far away', placed(knot(2, 3, 48, 8), 3, [1e5, -2e5, 1e4])],
  [
    'triangles without area, and one that is not finite',
    meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, NaN, 0, 0], [0, 1, 2, 0, 1, 3, 0, 0, 1, 0, 1, 4]),
  ],
];

describe.skipIf(compilers.length === 0)('the C header', () => {
  test.each(compilers.length === 0 ? ['none'] : compilers)(
    '%s compiles it without a warning, and it finds what the library finds',
    (compiler) => {
      compile(compiler);
      let hits = 0;
      for (const [name, mesh] of meshes) {
        for (const kind of ['aabb', 'wide'] as const) {
          // The header reads trees of AABBs; with another kind it tests every triangle.
          const tree = boxwood.buildTree(mesh, { ...defaultValues(buildOptions), kind });
          const { bytes } = boxwood.bake(mesh, 'boxwood', { trees: [tree] });
          const queries = seededQueries(mesh, 600);
          const { status, lines } = run(bytes, queries.flat());
          expect(status, name).toBe(results.ok);
          expect(lines[0]).toBe(`${mesh.positions.length / 3} ${mesh.indices.length / 3} ${kind === 'aabb' ? tree.nodeCount : 0}`);
          queries.forEach((query, i) => {
            const found = lines[i + 1]!.split(' ').slice(1).map(Number);
            const wanted = expected(tree, mesh, query);
            if (query[0] === 0) {
              expect(found.length, `${name}, query ${i}`).toBe(wanted.length);
              // Two triangles at one edge are hit at distances that differ by rounding.
              if (found.length > 0) expect(found[1]! / wanted[1]!, `${name}, query ${i}`).toBeCloseTo(1, 9);
            } else
              expect(
                found.toSorted((a, b) => a - b),
                `${name}, query ${i}`,
              ).toEqual([...wanted].sort((a, b) => a - b));
            if (wanted.length > 0) hits++;
          });
        }
      }
      expect(hits).toBeGreaterThan(1000);
    },
  );

  test('it refuses files with any changed byte, cut files, foreign files and newer ones', () => {
    compile(compilers[0]!);
    const mesh = ball(6, 4);
    const { bytes } = boxwood.bake(mesh, 'boxwood', { trees: [boxwood.buildTree(mesh)] });
    const random = seededRandom(11);
    expect(run(bytes, null).status).toBe(results.ok);
    expect(run(new TextEncoder().encode('solid nothing to read here at all'), null).status).toBe(results.notBoxwood);
    for (let i = 0; i < 60; i++) {
      const changed = bytes.slice();
      const at = Math.floor(random() * changed.length);
      changed[at]! ^= 1 << Math.floor(8 * random());
      const { status } = run(changed, null);
      // Padding is not under a checksum; it must not matter.
      expect([results.notBoxwood, results.newer, results.damaged, ...(bytes[at] === 0 ? [results.ok] : [])], `byte ${at}`).toContain(
        status,
      );
    }
    for (let i = 0; i < 20; i++) {
      const { status } = run(bytes.slice(0, Math.floor(random() * bytes.length)), null);
      expect([results.notBoxwood, results.damaged]).toContain(status);
    }
  });
});
