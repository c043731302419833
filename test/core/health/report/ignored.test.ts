import { describe, expect, test } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { ignoredFor, ignoredForOtherContent, ignoreListText, parseIgnoreList, type IgnoreList } from '#core/health/report/ignore-list';
import { joinIgnored } from '#core/health/report/join-ignored';
import { maxIgnored, maxIgnoredWords, readIgnored, type IgnoredFinding } from '#core/ignored-finding';
import { ignoredOf, ignoring, openCount, reasonFor, unmatchedIgnored } from '#core/health/report/ignored';
import { healthOptions } from '#core/options/health-options';
import { importOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import { box, joined } from '../../../fixtures/shapes.ts';

const options = defaultValues(healthOptions);
const importing = defaultValues(importOptions);
const { findings } = checkHealth(
  joined([withHole(box()), withHole(box([5, 0, 0])), box([0, 9, 0], [3, 0.5, 0.5]), box([0, 9, 0])]),
  options,
);
const of = (code: string): (typeof findings)[number] => findings.find((finding) => finding.code === code)!;

function withHole(mesh: ReturnType<typeof box>): ReturnType<typeof box> {
  return {
    ...mesh,
    indices: mesh.indices.slice(3),
    parts: mesh.parts.map((part) => ({ ...part, triangleCount: mesh.indices.length / 3 - 1 })),
  };
}

describe('ignoring', () => {
  test('a place is known by its exact elements, whichever place it has in the list', () => {
    const holes = of('boundary-loops');
    expect(holes.count).toBe(2);
    const second = ignoring(holes, 1, 'a door');
    expect(second.elements).toHaveLength(6);
    const its = ignoredOf(holes, [second]);
    expect([...its.items]).toEqual([[1, 'a door']]);
    expect([openCount(holes, its), reasonFor(its, 0), reasonFor(its, 1)]).toEqual([1, null, 'a door']);
    // One edge more or less is another hole.
    expect(ignoredOf(holes, [{ ...second, elements: second.elements!.slice(2) }]).items.size).toBe(0);
    expect(ignoredOf(holes, [{ ...second, elements: second.elements!.slice(0, -2) }]).items.size).toBe(0);
    expect(ignoredOf(of('self-intersections'), [second]).items.size).toBe(0);
  });

  test('a kind lets all of it be, also what a search that ended early did not count', () => {
    const crossings = of('self-intersections');
    const its = ignoredOf(crossings, [ignoring(crossings, null, 'meant so')]);
    expect([its.whole, openCount(crossings, its), reasonFor(its, 3)]).toEqual(['meant so', 0, 'meant so']);
  });

  test('a record without a matching finding is reported', () => {
    const holes = of('boundary-loops');
    const found = ignoring(holes, 0, 'a door');
    const gone = { ...found, elements: [0, 1, 1, 2, 2, 0] };
    const unknown = { code: 'later-check', detail: null, elements: null, reason: 'later' };
    expect(unmatchedIgnored(findings, [gone, found, unknown])).toEqual([gone, unknown]);
  });

  test('findings of an import are distinguished by the code of the tool that found them', () => {
    const finding = { code: 'format-violation', detail: 'NODE_EMPTY', count: 2, elements: null };
    const entry = ignoring(finding, null, 'known');
    expect(entry).toEqual({ code: 'format-violation', detail: 'NODE_EMPTY', elements: null, reason: 'known' });
    expect(ignoredOf(finding, [entry]).whole).toBe('known');
    expect(ignoredOf({ ...finding, detail: 'MESH_BAD' }, [entry]).whole).toBeNull();
  });
});

describe('ignored findings and new ones', () => {
  const many = (count: number, code = 'boundary-loops'): readonly IgnoredFinding[] =>
    Array.from({ length: count }, (_, i) => ({ code, detail: null, elements: [7, i], reason: 'seen' }));

  test('becomes one list, in which the last of those for the same counts', () => {
    const [a, b, c] = many(3) as [IgnoredFinding, IgnoredFinding, IgnoredFinding];
    const kind = { ...a, elements: null };
    const again = { ...a, reason: 'again' };
    expect(joinIgnored([a, b], [c, again, kind])).toEqual([b, c, again, kind]);
    const before = [a, b];
    expect(joinIgnored(before, [{ ...b }, { ...a }])).toBe(before);
    expect(joinIgnored([kind], [{ ...kind, detail: 'NODE_EMPTY' }])).toHaveLength(2);
  });

  test('is refused where the whole could not be read again', () => {
    expect(readIgnored(joinIgnored(many(maxIgnored), many(maxIgnored)), '')).toHaveLength(maxIgnored);
    const tooMany = expect.objectContaining({ code: 'too-large', message: 'There are more than 10000 ignored findings' });
    expect(() => joinIgnored(many(maxIgnored), many(1, 'ghost-edges'))).toThrow(tooMany);
    const hole = (length: number, first: number): IgnoredFinding => ({
      code: 'boundary-loops',
      detail: null,
      elements: Array.from({ length }, (_, i) => first + i),
      reason: 'a door',
    });
    expect(joinIgnored([hole(maxIgnoredWords - 1, 0)], [hole(1, 3)])).toHaveLength(2);
    expect(() => joinIgnored([hole(maxIgnoredWords - 1, 0)], [hole(2, 3)])).toThrow(expect.objectContaining({ code: 'too-large' }));
  });

  test('of several entries of a list for one content too', () => {
    const sha256 = 'ab'.repeat(32);
    const entry = (code: string): IgnoreList[number] => ({ file: 'a.obj', sha256, importing, findings: many(6_000, code) });
    const of = (list: IgnoreList): readonly IgnoredFinding[] => ignoredFor(list, { file: 'a.obj', sha256 }, importing);
    expect(of([entry('boundary-loops'), entry('boundary-loops')])).toHaveLength(6_000);
    expect(() => of([entry('boundary-loops'), entry('ghost-edges')])).toThrow(expect.objectContaining({ code: 'too-large' }));
  });

  test('is joined and found with a few looks at each entry and item, also where all of it begins with one vertex', () => {
    let looks = 0;
    const look = <T extends object>(target: T, name: string | symbol): unknown => {
      looks++;
      // Pair by pair it would be a hundred million.
      if (looks > 50 * maxIgnored) throw new Error('looks again and again');
      return Reflect.get(target, name);
    };
    const counted = <T extends object>(of: T): T => new Proxy(of, { get: look });
    const words = Uint32Array.from({ length: 2 * maxIgnored }, (_, i) => (i % 2 === 0 ? 7 : (i - 1) / 2));
    const elements = { kind: 'edge', groups: null, triangles: new Uint32Array(), measures: null, words } as const;
    const fan = { code: 'boundary-loops', detail: null, count: maxIgnored, elements: counted(elements) } as const;
    const list = many(maxIgnored).map(counted);
    const its = ignoredOf(fan, joinIgnored(list.slice(0, 5_000), list));
    expect([its.items.size, openCount(fan, its)]).toEqual([maxIgnored, 0]);
    expect(looks).toBeGreaterThan(maxIgnored);
  });
});

describe('an ignore list', () => {
  const sha256 = 'ab'.repeat(32);
  const list: IgnoreList = [
    {
      file: 'crate.obj',
      sha256,
      importing,
      findings: [{ code: 'boundary-loops', detail: null, elements: [0, 1, 1, 2], reason: 'Öffnung "A"' }],
    },
    {
      file: 'crate.obj',
      sha256: 'cd'.repeat(32),
      importing,
      findings: [{ code: 'ghost-edges', detail: null, elements: null, reason: 'flat' }],
    },
  ];

  test('is written and read again', () => {
    expect(parseIgnoreList(ignoreListText(list))).toEqual(list);
    expect(
      ignoreListText(list)
        .split('\n')
        .filter((line) => line.includes('"reason"')),
    ).toHaveLength(2);
    expect(parseIgnoreList(ignoreListText([]))).toEqual([]);
  });

  test('holds for the same bytes read in the same way', () => {
    const crate = { file: 'renamed.obj', sha256 };
    expect(ignoredFor(list, crate, importing)).toEqual(list[0]!.findings);
    expect(ignoredFor(list, crate, { ...importing, triangulation: 'ears' })).toEqual([]);
    // Colliders of an extension stand behind what is seen, so elements have the same numbers.
    expect(ignoredFor(list, crate, { ...importing, colliders: 'with' })).toEqual(list[0]!.findings);
    expect(ignoredFor(list, crate, { ...importing, colliders: 'only' })).toEqual([]);
    expect(ignoredFor(list, { file: 'crate.obj', sha256: null }, importing)).toEqual([]);
    expect(ignoredForOtherContent(list, { file: 'crate.obj', sha256 }, importing)).toBe(1);
    expect(ignoredForOtherContent(list, { file: 'crate.obj', sha256: 'ef'.repeat(32) }, importing)).toBe(2);
    expect(ignoredForOtherContent(list, crate, importing)).toBe(0);
  });

  test.each([
    ['{', ''],
    ['{"ignored":2,"files":[]}', '/ignored'],
    ['{"ignored":1,"files":{}}', '/files'],
    ['{"ignored":1,"files":[],"more":1}', '/more'],
    [one({ sha256: 'AB' }), '/files/0/sha256'],
    [one({ importing: { triangulation: 'fins' } }), '/files/0/importing'],
    [one({ importing: { scenes: 1 } }), '/files/0/importing/scenes'],
    [one({ findings: [{ code: 'ghost-edges' }] }), '/files/0/findings/0/reason'],
    [one({ findings: [{ code: 'ghost-edges', reason: '  ' }] }), '/files/0/findings/0/reason'],
    [one({ findings: [{ code: 'Ghost edges', reason: 'x' }] }), '/files/0/findings/0/code'],
    [one({ findings: [{ code: 'ghost-edges', reason: 'x', elements: [1.5] }] }), '/files/0/findings/0/elements'],
    [one({ findings: [{ code: 'ghost-edges', reason: 'x', elements: [] }] }), '/files/0/findings/0/elements'],
    [one({ findings: [{ code: 'ghost-edges', reason: 'x', element: [1] }] }), '/files/0/findings/0/element'],
    [one({ findings: new Array(10_001).fill({ code: 'a', reason: 'x' }) }), '/files/0/findings'],
  ])('%.60s is refused at its place', (text, pointer) => {
    expect(() => parseIgnoreList(text)).toThrow(expect.objectContaining({ code: 'malformed', location: { pointer } }));
  });

  function one(change: object): string {
    return JSON.stringify({ ignored: 1, files: [{ file: 'crate.obj', sha256, findings: [], ...change }] });
  }
});
