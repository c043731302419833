import { expect, it } from 'vitest';
import { bakeFormats } from '#core/bake/bake-formats';
import { importMesh } from '#core/import/import-mesh';
import { unknownSpace } from '#core/mesh/source-space';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { khrHullText } from '../../fixtures/khr-hull.ts';

const context = { progress: () => {}, readSideFile: async () => null };

async function withCollider(): Promise<TriangleMesh> {
  return (await importMesh(new TextEncoder().encode(khrHullText()), { ...context, fileName: 'a.gltf', options: { colliders: 'with' } }))
    .mesh;
}

it('friction, restitution and layers of a collider come back from a GLB', async () => {
  const mesh = await withCollider();
  const { bytes, notes } = bakeFormats.glb.write(
    { mesh, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] },
    () => {},
  );
  const { mesh: again } = await importMesh(bytes, { ...context, fileName: 'a.glb' });
  const role = again.parts.find(({ name }) => name === 'RockCollider')?.role;
  expect(role).toMatchObject({ shape: 'hull', isTrigger: false, from: 'extras', of: 'Rock', physics: mesh.parts[2]!.role!.physics });
  expect(notes.map(({ code }) => code)).not.toContain('physics-lost');
});

it('a collider that is also rendered comes back from a GLB as such', async () => {
  const mesh = await withCollider();
  const parts = mesh.parts.map((part) => (part.role === undefined ? part : { ...part, role: { ...part.role, isRendered: true } }));
  const input = { mesh: { ...mesh, parts }, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] };
  const { mesh: again } = await importMesh(bakeFormats.glb.write(input, () => {}).bytes, { ...context, fileName: 'a.glb' });
  expect(again.parts.find(({ name }) => name === 'RockCollider')?.role).toMatchObject({ isRendered: true });
});

it.each(['obj', 'ply', 'stl', 'off'] as const)('%s says that it has no place for them', async (format) => {
  const mesh = await withCollider();
  const { notes } = bakeFormats[format].write({ mesh, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] }, () => {});
  expect(notes.filter(({ code }) => code === 'physics-lost')).toMatchObject([{ count: 1 }]);
  expect(bakeFormats[format].loses).toContain('friction and layers');
});
