import { expect, test } from 'vitest';
import type { BodyRecord } from '#core/convex/decompose/decompose-mesh';
import { colliderFileName, editedMethod } from '../../main/documents/collider-name.ts';

const hull: BodyRecord = { name: 'hull', convex: true, vertices: 8, faces: 6, volume: 1, area: 6 };
const shape: BodyRecord = { ...hull, vertices: 0, faces: 0 };
const surface: BodyRecord = { ...hull, convex: false };

test('the name of a collider has its method and its number of bodies', () => {
  expect(colliderFileName('duck.v2.obj', 'V-HACD, 8 hulls', [hull, hull, hull, hull])).toBe('duck.v2 (collider, V-HACD, 4 hulls).obj');
  expect(colliderFileName('duck.obj', 'Convex hull', [hull])).toBe('duck (collider, convex hull).obj');
  expect(
    colliderFileName(
      'duck',
      'CoACD',
      Array.from({ length: 1024 }, () => hull),
    ),
  ).toBe('duck (collider, CoACD, 1,024 hulls)');
  expect(colliderFileName('a.stl', 'Pack of spheres', [shape, shape])).toBe('a (collider, pack of spheres, 2 shapes).stl');
  expect(colliderFileName('a.stl', 'Box, best fit', [shape])).toBe('a (collider, box, best fit).stl');
  expect(colliderFileName('a.stl', 'Voxel remesh', [surface, surface])).toBe('a (collider, voxel remesh, 2 meshes).stl');
});

test('the name of an edited collider keeps its method', () => {
  expect(editedMethod('duck (collider, V-HACD, 1,024 hulls).obj')).toBe('V-HACD edited');
  expect(editedMethod('duck (collider, V-HACD edited, 3 hulls).obj')).toBe('V-HACD edited');
  expect(editedMethod('duck (collider, box, best fit).obj')).toBe('box, best fit edited');
  expect(editedMethod('duck.obj')).toBe('parts edited');
});
