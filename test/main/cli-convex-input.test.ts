import { describe, expect, test } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { cliFolder } from './cli-folder.ts';
import { warmPool } from './product.ts';

const { boxwood, schemas, write } = cliFolder(warmPool(3));

const tetrahedron = (size: number): string => `v 0 0 0\nv ${size} 0 0\nv 0 ${size} 0\nv 0 0 ${size}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n`;

/** Files that are hard to use, and how the verbs take them. */
const inputs = {
  'flat.obj': { text: 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n', kind: 'flat' },
  'line.obj': { text: 'v 0 0 0\nv 1 1 1\nv 2 2 2\nv 5 5 5\nf 1 2 3\nf 2 3 4\n', kind: 'flat' },
  'one-point.obj': { text: 'v 1 2 3\nf 1 1 1\n', kind: 'collapsed' },
  'equal-points.obj': { text: 'v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n', kind: 'collapsed' },
  'two-points.obj': { text: 'v 1 2 3\nv 2 2 3\nf 1 2 1\n', kind: 'collapsed' },
  'not-a-number.obj': { text: 'v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n', kind: 'none', error: 'no usable triangle' },
  'infinite.obj': { text: 'v 0 0 0\nv 1e999 0 0\nv 0 1 0\nf 1 2 3\n', kind: 'none', error: 'no usable triangle' },
  'empty.obj': { text: '', kind: 'none', error: 'The file is empty' },
  'no-faces.obj': { text: 'v 0 0 0\nv 1 0 0\n', kind: 'none', error: 'no usable triangle' },
  'letter.obj': { text: 'This is a letter.\n', kind: 'none', error: 'No line of this file is an OBJ statement' },
  'letter.txt': { text: 'This is a letter.\n', kind: 'none', error: 'The format of this file is not known' },
  'missing.obj': { text: null, kind: 'none', error: 'File not found' },
  'large.obj': { text: tetrahedron(1e30), kind: 'solid' },
  // The largest f32, as a file of the corpus has it.
  'largest.obj': { text: tetrahedron(3.4028234663852886e38), kind: 'solid' },
  'small.obj': { text: tetrahedron(1e-25), kind: 'solid' },
  'too-large.obj': { text: tetrahedron(1e200), kind: 'none', error: 'too large to measure' },
  'too-small.obj': { text: tetrahedron(1e-200), kind: 'none', error: 'too small to measure' },
} as const satisfies Record<string, { readonly text: string | null; readonly kind: string; readonly error?: string }>;

type Kind = (typeof inputs)[keyof typeof inputs]['kind'];

/** An exit code with a part of the message, or 0. */
type Outcome = 0 | readonly [exitCode: number, error: string];

const noVolume = [2, 'no part with a volume'] as const;
const collapsed = [2, 'Every triangle of the mesh uses a position twice'] as const;
const open = [2, 'An open mesh has no inside to remesh'] as const;

interface Verb {
  /** `@` is the file. */
  readonly args: string;
  readonly schema: string;
  readonly outcomes: Readonly<Record<Exclude<Kind, 'none'>, Outcome>>;
}

/** A point or a segment has a convex hull. */
const always = { flat: 0, collapsed: 0, solid: 0 } as const;
/** Other verbs need a surface. */
const surface = { flat: 0, collapsed, solid: 0 } as const;

const verbs: readonly Verb[] = [
  { args: 'convex hull @ --max-vertices 8', schema: 'convex-hull', outcomes: always },
  { args: 'query convex @ box.obj', schema: 'query-convex', outcomes: always },
  { args: 'query convex box.obj @', schema: 'query-convex', outcomes: always },
  { args: 'query penetration @ box.obj', schema: 'query-penetration', outcomes: surface },
  { args: 'query penetration box.obj @', schema: 'query-penetration', outcomes: surface },
  { args: 'fit @ --shape box --containing', schema: 'fit', outcomes: surface },
  { args: 'fit @ --shape sphere', schema: 'fit', outcomes: surface },
  { args: 'fit @ --shape capsule --containing', schema: 'fit', outcomes: surface },
  { args: 'fit @ --shape cylinder', schema: 'fit', outcomes: surface },
  { args: 'fit @ --shape spheres --max-spheres 4', schema: 'fit', outcomes: surface },
  { args: 'decompose @ --method hull', schema: 'decompose', outcomes: { flat: noVolume, collapsed, solid: 0 } },
  { args: 'decompose @ --method vhacd --resolution 16', schema: 'decompose', outcomes: { flat: noVolume, collapsed, solid: 0 } },
  { args: 'decompose @ --method remesh --resolution 16', schema: 'decompose', outcomes: { flat: open, collapsed, solid: 0 } },
  { args: 'decompose @ --method simplify', schema: 'decompose', outcomes: { flat: 0, collapsed, solid: 0 } },
  { args: 'deviation @ box.obj --max-samples 1000', schema: 'deviation', outcomes: surface },
  { args: 'deviation box.obj @ --max-samples 1000', schema: 'deviation', outcomes: surface },
];

const solids = Object.entries(inputs).flatMap(([file, { kind }]) => (kind === 'solid' ? [file] : []));

/** The verbs that run with a file. Solids take most of the time: each verb takes one of them, in turn, unless all are to be run. */
function verbsFor(file: string): readonly Verb[] {
  const at = solids.indexOf(file);
  return verbs.filter((_, i) => isFullRun || at < 0 || i % solids.length === at);
}

describe.each(Object.entries(inputs))('%s', (file, { text, kind, ...rest }) => {
  test.each(verbsFor(file))('$args', async ({ args, schema, outcomes }) => {
    if (text !== null) write(file, text);
    const { exitCode, out, err } = await boxwood(...args.replace('@', file).split(' '), '--json');
    const expected: Outcome = kind === 'none' ? [2, 'error' in rest ? rest.error : ''] : outcomes[kind];
    if (expected === 0) {
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      schemas.validate(schema, JSON.parse(out));
      expect(schemas.errors ?? null).toBeNull();
      return;
    }
    const [code, message] = expected;
    expect({ exitCode, err }).toEqual({ exitCode: code, err: expect.stringContaining(message) });
    // One line: the file, the problem, and what to do.
    expect(err).toMatch(/^boxwood: [\w-]+\.\w+(:\d+)?: [A-Z].*\. [A-Z].*\.\n$/);
    expect(err.startsWith(`boxwood: ${file}`)).toBe(true);
  });
});

test('parts without triangles are listed, and the others have results', async () => {
  write('parts.obj', `o first\n${tetrahedron(1)}o bare\no second\nv 5 0 0\nv 6 nan 0\nv 5 1 0\nf 5 6 7\n`);
  for (const args of [
    ['convex', 'hull', 'parts.obj', '--per', 'part'],
    ['fit', 'parts.obj', '--shape', 'sphere', '--per', 'part'],
  ]) {
    const { out } = await boxwood(...args, '--json');
    expect(JSON.parse(out)).toMatchObject({ skippedParts: [{ part: 1, name: 'second' }] });
    expect((await boxwood(...args)).out).toContain('skipped: 1 part without usable triangles (second)\n');
  }
});

test('vertices that are not finite are counted by every verb, in the same words', async () => {
  write('holed.obj', `${tetrahedron(1)}v nan 0 0\nv 0 1e999 0\nf 1 2 5\nf 1 3 6\n`);
  write('sound.obj', tetrahedron(1));
  const one = 'left out: 2 non-finite vertices, and the triangles that use them\n';
  const ofPair = (name: string) => `left out: 2 non-finite vertices of ${name}, and the triangles that use them\n`;
  for (const args of [
    ['convex', 'hull', '@'],
    ['fit', '@', '--shape', 'sphere'],
    ['fit', '@', '--shape', 'spheres', '--max-spheres', '2'],
    ['decompose', '@', '--resolution', '16'],
    ['decompose', '@', '--method', 'simplify'],
    ['decompose', '@', '--compare', '--max-hulls', '1', '--resolution', '8'],
  ]) {
    const call = args.map((word) => (word === '@' ? 'holed.obj' : word));
    expect((await boxwood(...call)).out, args.join(' ')).toContain(one);
    expect(JSON.parse((await boxwood(...call, '--json')).out), args.join(' ')).toMatchObject({ nonFiniteVertices: 2 });
    if (isFullRun || !call.includes('--compare'))
      expect((await boxwood(...call.map((word) => word.replace('holed', 'sound')))).out, args.join(' ')).not.toContain('non-finite');
  }
  for (const verb of ['query convex', 'query penetration', 'deviation --max-samples 1000']) {
    const words = verb.split(' ');
    expect((await boxwood(...words, 'holed.obj', 'sound.obj')).out, verb).toContain(ofPair('A'));
    expect((await boxwood(...words, 'sound.obj', 'holed.obj')).out, verb).toContain(ofPair('B'));
    const report = JSON.parse((await boxwood(...words, 'holed.obj', 'sound.obj', '--json')).out) as object;
    expect(report, verb).toMatchObject({ nonFiniteVerticesA: 2, nonFiniteVerticesB: 0 });
  }
});

test('a flag without an effect is refused', async () => {
  write('sound.obj', tetrahedron(1));
  for (const [args, flag] of [
    ['fit sound.obj --shape spheres --containing', '--containing'],
    ['fit sound.obj --shape sphere --max-spheres 4', '--max-spheres'],
    ['decompose sound.obj --method hull --max-hulls 4', '--max-hulls'],
    ['decompose sound.obj --max-triangles 40', '--max-triangles'],
  ] as const) {
    const { exitCode, err } = await boxwood(...args.split(' '));
    expect({ exitCode, err }).toEqual({ exitCode: 64, err: expect.stringContaining(`${flag} has no effect with --`) });
  }
});
