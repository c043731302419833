import { describe, expect, it } from 'vitest';
import { compareKinds, type KindRecord } from '#core/job/compare-kinds';
import { compareWinners, kindName, winnersText } from '#core/job/compare-winners';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { box } from '../../fixtures/shapes.ts';

const measured = compareKinds(
  box(),
  defaultValues(buildOptions),
  { rays: 4, spheres: 2, motions: 1, seed: 1, turnMilliseconds: 0 },
  noProgress,
);

interface Figures {
  readonly rays: number;
  readonly nodes?: number;
  readonly bytes?: number;
  readonly build?: number;
  readonly poses?: number;
  /** Median over fastest. */
  readonly spread?: number;
}

/** A row with these figures, all others alike. */
function row(
  kind: string,
  { rays, nodes = 10, bytes = 100, build = 5, poses = 5, spread = 1 }: Figures,
  split = 'sah',
  engine = 'typescript',
): KindRecord {
  const [like] = measured;
  return {
    ...like!,
    options: { ...like!.options, kind, split } as KindRecord['options'],
    statistics: { ...like!.statistics, bytes, queryEngine: engine } as KindRecord['statistics'],
    buildMilliseconds: build,
    medianBuildMilliseconds: build * spread,
    rays: { ...like!.rays, nodesVisited: nodes, microseconds: rays, medianMicroseconds: rays * spread },
    motions: { ...like!.motions, microseconds: poses, medianMicroseconds: poses * spread },
  };
}

describe('the sentence on the winners', () => {
  const boxes = row('aabb', { rays: 9, nodes: 40, bytes: 200, build: 3 });
  const wide = row('wide', { rays: 5, nodes: 20, bytes: 500, build: 9, poses: 1 }, 'sah', 'webassembly');
  const slowWide = row('wide', { rays: 12, nodes: 20, bytes: 500, build: 20 });
  const oriented = row('obb', { rays: 11, nodes: 10, bytes: 400, build: 90 });
  const packed = row('compressed', { rays: 14, nodes: 60, bytes: 50, build: 8 });
  const rows = [boxes, wide, slowWide, oriented, packed];

  it('names each winner once, with how much better it is than boxes', () => {
    expect(winnersText('bunny.obj', rows)).toBe(
      'For bunny.obj, Wide boxes (WASM SIMD) have the fastest rays (1.8 × as fast as Boxes) and the fastest poses (5.0 × as fast as Boxes); ' +
        'Oriented boxes have the fewest nodes visited per ray (25 % of Boxes); Leaf-free, 16-bit has the smallest tree (25 % of Boxes); Boxes have the fastest build.',
    );
  });

  it('calls a difference within the noise about equal', () => {
    const noisy = row('sphere', { rays: 5.2, nodes: 50 });
    const winner = compareWinners([boxes, row('wide', { rays: 5, spread: 1.1 }), noisy])[0]!;
    expect(winner.equal).toBe(noisy);
    expect(winnersText('a.obj', [boxes, row('wide', { rays: 5, spread: 1.1 }), noisy])).toContain(
      'the fastest rays (about equal to Spheres)',
    );
    expect(compareWinners([boxes, row('wide', { rays: 5, spread: 1.01 }), noisy])[0]!.equal).toBeNull();
  });

  it('names the split where it is another one', () => {
    const ploc = row('aabb', { rays: 2 }, 'ploc');
    expect(winnersText('a.obj', [boxes, ploc, oriented])).toContain('Boxes, PLOC have the fastest rays (4.5 × as fast as Boxes)');
  });

  it('leaves rows out that are not timed yet', () => {
    expect(winnersText('a.obj', [])).toBe('');
    const untimed = row('sphere', { rays: NaN, build: 1 });
    expect(compareWinners([boxes, untimed])[0]!.record).toBe(boxes);
  });

  it('names the engine of rows of one kind by their engine', () => {
    expect(rows.map((record) => kindName(record, rows))).toEqual([
      'Boxes',
      'Wide boxes (WASM SIMD)',
      'Wide boxes (JavaScript)',
      'Oriented boxes',
      'Leaf-free, 16-bit',
    ]);
  });

  it('is a sentence for the measured kinds', () => {
    expect(winnersText('box.obj', measured)).toMatch(/^For box\.obj, .+ ha(s|ve) the .+\.$/);
  });
});
