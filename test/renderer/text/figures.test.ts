import { describe, expect, test } from 'vitest';
import { type Figure, figureNamed, figures, figureTip } from '../../../renderer/text/figures.ts';

describe('the table of figures', () => {
  test('has one short sentence for each, without a full stop', () => {
    const all = Object.entries<Figure>(figures);
    expect(all.length).toBeGreaterThan(100);
    const wrong = all.filter(([, { meaning }]) => !/^[A-Z].*[^.]$/.test(meaning) || meaning.split(' ').length > 30).map(([name]) => name);
    expect(wrong).toEqual([]);
  });

  test('is found by labels with units and objects', () => {
    expect(figureNamed('SAH cost')).toBe('SAH cost');
    expect(figureNamed('Area, m²')).toBe('Area');
    expect(figureNamed('Material of A')).toBe('Material');
    expect(figureNamed('Centre of mass, m')).toBe('Centre of mass');
    expect(figureNamed('Build, first run')).toBe('Build');
  });

  test('gives tooltips with the meaning, what is better, and the key of the page', () => {
    expect(figureTip('SAH cost')).toBe(
      'Expected work of a random ray that hits the box of the root, by the surface area heuristic. Smaller is better. F1: manual.',
    );
    expect(figureTip('Leaves')).toBe('Number of nodes with triangles. F1: manual.');
  });
});
