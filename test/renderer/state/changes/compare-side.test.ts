import { expect, it } from 'vitest';
import type { MeshPart } from '#core/mesh';
import { firstParts, hasTriangles } from '../../../../renderer/state/changes/compare-side.ts';
import { box } from '../../../fixtures/shapes.ts';

function part(name: string, firstTriangle: number, triangleCount: number): MeshPart {
  return { name, firstTriangle, triangleCount, worldFromPart: null };
}

const { indices } = box();

it('a file with empty parts begins with the first two that have triangles', () => {
  const mesh = { indices, parts: [part('empty', 0, 0), part('lid', 0, 4), part('none', 4, 0), part('body', 4, 8)] };
  expect(firstParts(3, mesh)).toEqual([
    { document: 3, parts: 1 },
    { document: 3, parts: 3 },
  ]);
  expect([0, 1, 2, 3, 'all', 'visual', 'colliders'].map((parts) => hasTriangles(mesh, { document: 3, parts: parts as number }))).toEqual([
    false,
    true,
    false,
    true,
    true,
    true,
    false,
  ]);
});

it('a file with one part that has triangles begins with all of it and that part', () => {
  expect(firstParts(3, { parts: [part('empty', 0, 0), part('lid', 0, 12)] })).toEqual([
    { document: 3, parts: 'all' },
    { document: 3, parts: 1 },
  ]);
});
