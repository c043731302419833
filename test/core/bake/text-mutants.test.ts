import { expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { joinMeshes } from '#core/convex/collider/join-meshes';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { primitiveParts } from '../../fixtures/fitted-shapes.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { box, named } from '../../fixtures/shapes.ts';

/** Bakes that the importers of meshes read. Those with readers of their own have mutants in their own tests. */
const formats = ['mjcf', 'urdf', 'gltf-khr', 'gltf-omi', 'unreal', 'godot', 'usd-physics'] as const satisfies readonly BakeFormatName[];

const physics = {
  material: { staticFriction: 0.5, dynamicFriction: 0.4, restitution: 0.3, frictionCombine: 'average', restitutionCombine: 'maximum' },
  filter: { systems: ['props'], collideWith: [], notCollideWith: ['debris'] },
} as const;

/** Each primitive, and a hull with a material and a filter. Formats that mark colliders by name hold no primitives: they get the hull and a box. */
function seed(format: (typeof formats)[number]): TriangleMesh {
  const role = { shape: 'hull', isRendered: true, isTrigger: false, of: null, from: 'extras', exact: null, physics } as const;
  const cube = named('cube', box([7, 7, 7], [8, 9, 10]));
  const others = format === 'unreal' || format === 'godot' ? named('crate', box()) : primitiveParts();
  return joinMeshes([others, { ...cube, parts: cube.parts.map((part) => ({ ...part, role })) }]);
}

const mutations = Math.ceil((isFullRun ? 500_000 : 1_400) / formats.length);

it.each(formats)('%s with changed bytes is refused or read, and nothing else', async (format) => {
  const random = seededRandom(71);
  const input = { mesh: seed(format), trees: [], source: null, findings: [], ignored: [], stem: 'a' };
  const { bytes, files = [] } = bakeMesh(format, { ...input, space: { metresPerUnit: 1, up: '+y', handedness: 'right' } });
  const sides = new Map(files.map((file) => [file.path, file.bytes]));
  const context = {
    fileName: `a.${bakeFormats[format].extension}`,
    progress: () => {},
    readSideFile: async (path: string) => sides.get(path) ?? null,
    options: { colliders: 'with' },
  } as const;
  await importMesh(bytes, context);
  let [refused, read] = [0, 0];
  const before = process.cpuUsage();
  for (let run = 0; run < mutations; run++) {
    const end = run % 13 === 0 ? Math.floor(random() * bytes.length) : bytes.length;
    const changed = bytes.slice(0, end);
    for (let i = 0; i < 1 + (run % 4) && end > 0; i++) {
      // Half of the mutants have any byte, half one of the file, so that text stays text more often.
      changed[Math.floor(random() * end)] = run % 2 === 0 ? Math.floor(random() * 256) : bytes[Math.floor(random() * bytes.length)]!;
    }
    try {
      const { mesh } = await importMesh(changed, context);
      if (!mesh.indices.every((vertex) => vertex < mesh.positions.length / 3)) throw new Error(`run ${run}: an index is out of range`);
      read++;
    } catch (error) {
      if (!(error instanceof InspectorError)) throw error;
      refused++;
    }
  }
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(
    `${format}: ${mutations} mutants, ${refused} refused, ${read} read, ${((user + system) / 1e6).toFixed(1)} s of processor time\n`,
  );
  expect(Math.min(refused, read)).toBeGreaterThan(mutations / 50);
});
