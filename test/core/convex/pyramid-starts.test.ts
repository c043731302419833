import { pyramidStarts } from '#core/convex/hull/pyramid-starts';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([5, 6, 7])('pyramids with %d vertices have regular bases, in every engine', (count) => {
  const starts = pyramidStarts(count);
  expect(starts).toHaveLength(9);
  // Along z: the corners of the base, then the apex.
  const corners = count - 1;
  const [up] = starts.slice(6);
  for (let i = 0; i < corners; i++) {
    const angle = (2 * Math.PI * (i + 0.5)) / corners;
    // One of three cyclic orders of the axes.
    const found = [...up!.subarray(3 * i, 3 * i + 3)];
    const radius = 1.5 * Math.SQRT2;
    const wanted = [radius * Math.cos(angle), radius * Math.sin(angle), -1];
    const turned = [0, 1, 2].map((turn) => found.map((_, k) => found[(k + turn) % 3]!));
    const errors = turned.map((vertex) => Math.max(...vertex.map((value, k) => Math.abs(value - wanted[k]!))));
    expect(Math.min(...errors)).toBeLessThan(1e-14);
  }
  for (const name of ['cos', 'sin'] as const) vi.spyOn(Math, name).mockImplementation(() => NaN);
  expect(pyramidStarts(count)).toEqual(starts);
});
