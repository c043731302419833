import { expect, test } from 'vitest';
import { surfaceFacts } from '../../../renderer/panels/properties/surface-facts.ts';
import { box, joined } from '../../fixtures/shapes.ts';

test('the surface of a triangle is its material, and of a collider its friction and layers', () => {
  const { parts, ...mesh } = joined([box(), box([3, 0, 0], [4, 1, 1])]);
  const physics = {
    material: { staticFriction: 1, dynamicFriction: 0.5, restitution: 0, frictionCombine: 'average', restitutionCombine: 'average' },
    filter: { systems: ['props'], collideWith: ['ground'], notCollideWith: [] },
  } as const;
  const role = { shape: 'box', isRendered: false, isTrigger: false, of: null, from: 'extension', exact: null, physics } as const;
  const both = { ...mesh, parts: [parts[0]!, { ...parts[1]!, role }], materials: { names: ['stone'], runs: [0, 0, 20, -1] } };
  expect(surfaceFacts(both, 3)).toEqual([['Material', 'stone']]);
  expect(surfaceFacts(both, 21, 'the moving mesh')).toEqual([
    ['Material of the moving mesh', 'none'],
    ['Surface of the moving mesh', 'friction 1 at rest, 0.5 moving (average), restitution 0 (average)'],
    ['Layers of the moving mesh', 'of props; with ground alone'],
  ]);
  expect(surfaceFacts({ ...mesh, parts }, 3)).toEqual([]);
});
