import { expect, test } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { elementWords } from '#core/health/health-check';
import { none } from '#core/mesh/topology';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { ball, box, joined } from '../../../fixtures/shapes.ts';

test('every element names a triangle that it is of, by position, and an unused vertex none', () => {
  const hurt = joined([{ ...box(), indices: box().indices.slice(0, 27) }, box([0, 0, 0], [3, 0.5, 0.5]), ball(9, 6)]);
  const mesh = { ...hurt, positions: Float64Array.of(...hurt.positions, 7, 7, 7) };
  const { findings } = checkHealth(mesh, { ...defaultValues(healthOptions), sliverAngle: 30, ghostAngle: 10 });
  expect(new Set(findings.map(({ elements }) => elements.kind))).toEqual(new Set(['triangle', 'edge', 'vertex', 'pair']));
  const at = (vertex: number): string => mesh.positions.slice(3 * vertex, 3 * vertex + 3).join();
  for (const {
    code,
    elements: { kind, words, triangles },
  } of findings) {
    const size = elementWords[kind];
    expect(triangles).toHaveLength(words.length / size);
    for (const [i, triangle] of triangles.entries()) {
      const own = [...words.slice(size * i, size * (i + 1))];
      if (kind === 'triangle' || kind === 'pair') expect(own, code).toContain(triangle);
      else if (code === 'unused-vertices') expect(triangle).toBe(none);
      else expect([...mesh.indices.slice(3 * triangle, 3 * triangle + 3)].map(at), code).toEqual(expect.arrayContaining(own.map(at)));
    }
  }
});
