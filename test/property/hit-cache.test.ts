import type { Vec3 } from '#core/math/vec3';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import type { Ray } from '#core/query/ray/ray';
import { sphereOverlapInto } from '#core/query/sphere/into';
import { createSphereWorkspace } from '#core/query/sphere/workspace';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNames, treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { fortieth } from '../fixtures/scale.ts';
import { soup } from '../fixtures/shapes.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

describe.each(treeKinds)('the hit cache on trees of kind %s', (kind) => {
  it('changes no result of rays and spheres, whatever triangle a query starts at, and visits no more nodes', () => {
    fc.assert(
      fc.property(anyMesh, placement, fc.constantFrom(...splitNames), fc.nat(2 ** 30), (mesh, where, split, seed) => {
        const placed = place(mesh, where);
        const built = openTree(buildTree(placed, { kind, split, leafTriangles: 2 }));
        const tree = seed % 2 === 0 ? loadTree(built, placed) : built;
        const random = seededRandom(seed);
        const rays = createRayWorkspace(tree);
        const spheres = createSphereWorkspace(tree);
        const around = (): Vec3 =>
          [0, 1, 2].map((k) => tree.bounds[k]! + (1.4 * random() - 0.2) * (tree.bounds[k + 3]! - tree.bounds[k]!)) as unknown as Vec3;
        for (let i = 0; i < 4; i++) {
          const [origin, to] = [around(), around()];
          const ray: Ray = { origin, direction: [to[0] - origin[0], to[1] - origin[1], to[2] - origin[2]], far: Infinity };
          const start = Math.floor(random() * (tree.meshTriangles + 2)) - 1;
          if (Math.hypot(...ray.direction) > 0) {
            for (const mode of ['first', 'any', 'all'] as const) {
              const cold = raycastInto(tree, placed, ray, { mode, cull: false }, rays);
              const [triangles, visited] = [rays.hitTriangles.slice(0, cold), rays.nodesVisited];
              expect(raycastInto(tree, placed, ray, { mode, cull: false }, rays, start)).toBe(cold);
              expect(rays.nodesVisited).toBeLessThanOrEqual(visited);
              if (mode !== 'any') expect(rays.hitTriangles.slice(0, cold)).toEqual(triangles);
            }
          }
          const sphere = { center: around(), radius: random() * Math.hypot(...ray.direction) };
          const cold = sphereOverlapInto(tree, placed, sphere, 'any', spheres) > 0;
          expect(sphereOverlapInto(tree, placed, sphere, 'any', spheres, start) > 0).toBe(cold);
          const all = sphereOverlapInto(tree, placed, sphere, 'all', spheres);
          expect(sphereOverlapInto(tree, placed, sphere, 'all', spheres, start)).toBe(all);
        }
      }),
      { numRuns: fortieth(500) },
    );
  });

  it.each(kind === 'wide' ? [false, true] : [false])(
    'spares volumes to rays and spheres that move little; loaded into WebAssembly: %s',
    (isLoaded) => {
      const mesh = soup(2000, seededRandom(5));
      const built = openTree(buildTree(mesh, { kind, split: 'median' }));
      const tree = isLoaded ? loadTree(built, mesh) : built;
      expect(tree.loaded !== null).toBe(isLoaded);
      const rays = createRayWorkspace(tree);
      const spheres = createSphereWorkspace(tree);
      let [coldRays, warmRays, coldSpheres, warmSpheres] = [0, 0, 0, 0];
      let [hit, touch] = [-1, -1];
      for (let i = 0; i < 200; i++) {
        const ray: Ray = { origin: [-3, 0.002 * i, 0.1], direction: [1, 0, 0], far: Infinity };
        const options = { mode: 'first', cull: false } as const;
        const count = raycastInto(tree, mesh, ray, options, rays);
        coldRays += rays.nodesVisited;
        expect(raycastInto(tree, mesh, ray, options, rays, hit)).toBe(count);
        warmRays += rays.nodesVisited;
        hit = count > 0 ? rays.hitTriangles[0]! : -1;
        const sphere = { center: [0.3, 0.002 * i, 0.1] as const, radius: 0.2 };
        sphereOverlapInto(tree, mesh, sphere, 'any', spheres);
        coldSpheres += spheres.nodesVisited;
        const touches = sphereOverlapInto(tree, mesh, sphere, 'any', spheres, touch);
        warmSpheres += spheres.nodesVisited;
        touch = touches > 0 ? spheres.triangles[0]! : -1;
      }
      expect(warmRays).toBeLessThan(coldRays);
      expect(warmSpheres).toBeLessThan(coldSpheres / 4);
    },
  );
});
