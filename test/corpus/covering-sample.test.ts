import { expect, it } from 'vitest';
import { corpusFiles, describeCorpus } from './corpus.ts';
import { corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles, coveringSample, hardFiles } from './covering-sample.ts';

describeCorpus('the sample of the corpus that a suite looks at', () => {
  const formats = new Map(corpusFiles().map(({ path, format }) => [path, format]));
  const formatsOf = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.map((path) => formats.get(path)!));
  const suites = Array.from({ length: 50 }, (_, i) => `suite ${i}`);

  it('has each format and each hard file, for a suite of any name', () => {
    const paths = corpusMeshPaths();
    const all = formatsOf(paths);
    expect(all.size).toBeGreaterThan(12);
    expect([...hardFiles].filter((path) => !paths.includes(path))).toEqual([]);
    for (const suite of suites) {
      const chosen = coveringFiles(suite, paths);
      const found = formatsOf(chosen);
      expect({ suite, lost: [...all].filter((format) => !found.has(format)) }).toEqual({ suite, lost: [] });
      expect({ suite, lost: [...hardFiles].filter((path) => !chosen.includes(path)) }).toEqual({ suite, lost: [] });
    }
  });

  it('has each variant on some file, and all of them on the hard ones', () => {
    const variants = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;
    for (const path of hardFiles) expect(coveringSample(path, variants, 1, 1)).toBe(variants);
    for (const suite of suites) {
      const others = coveringFiles(suite, corpusMeshPaths()).filter((path) => !hardFiles.has(path));
      const seen = new Set(others.flatMap((path) => coveringSample(path, variants, 100, 1000)));
      expect({ suite, seen: [...seen].toSorted() }).toEqual({ suite, seen: [...variants] });
    }
  });
});
