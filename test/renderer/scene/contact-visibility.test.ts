import { describe, expect, test } from 'vitest';
import { isContactSeen, type ContactSight } from '../../../renderer/scene/contact-visibility.ts';
import type { SurfacePoint } from '../../../renderer/tools/tool.ts';

/** A contact of triangle 3 at depth 10, drawn at pixel (100, 100). */
const near = { contact: 0, pixel: [100, 100], depth: 10, awaySq: 0 } as const;

/** Surfaces by their depth at a pixel; lines are drawn over what is at most 0.01 in front of them. */
function sight(depthAt: (x: number, y: number) => number | null, triangle = 9): ContactSight {
  return {
    surfaceAt: ([x, y]): SurfacePoint | null => {
      const depth = depthAt(x, y);
      return depth === null ? null : { document: 1, triangle, position: [0, 0, -depth], distance: depth };
    },
    isDrawnOver: ({ depth }, { position }) => depth - 0.01 <= -position[2],
    isOwn: (_, surface) => surface.triangle === 3,
  };
}

describe('a contact', () => {
  test('is seen over the background, over a farther surface, and on one', () => {
    for (const depth of [null, 12, 10, 9.995])
      expect(
        isContactSeen(
          near,
          sight(() => depth),
        ),
      ).toBe(true);
  });

  test('is hidden behind a surface', () => {
    expect(
      isContactSeen(
        near,
        sight(() => 9.9),
      ),
    ).toBe(false);
    // A slope away from the eye that is in front all around.
    expect(
      isContactSeen(
        near,
        sight((x) => 9 + 0.5 * (x - 100)),
      ),
    ).toBe(false);
  });

  test('is seen on a steep surface, whose depth changes by much within a pixel', () => {
    const steep = (x: number): number => 9.8 + 3 * (x - 100);
    expect(isContactSeen(near, sight(steep))).toBe(true);
    expect(
      isContactSeen(
        near,
        sight((x) => 9.8 - 3 * (x - 100)),
      ),
    ).toBe(true);
  });

  test('is not hidden by its own triangles', () => {
    expect(
      isContactSeen(
        near,
        sight(() => 9.9, 3),
      ),
    ).toBe(true);
  });
});
