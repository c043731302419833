import { describe, expect, it, test } from 'vitest';
import { fileNames, shapeNames } from '#core/bake/bodies/shape-names';
import { bakeMesh } from '#core/bake/bake-mesh';
import { withColliderNames } from '#core/bake/export/collider-part-names';
import { freeNames } from '#core/free-names';
import type { ColliderRole } from '#core/mesh/collider-role';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { plannerYaml } from '../../main/cli/sphere-packs.ts';
import { seededRandom } from '#core/math/seeded-random';

/** The names one by one, as a loop over the copies finds them. */
function oneByOne(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let copy = 2; taken.has(free.toLowerCase()); copy++) free = `${name}_${copy}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

describe('free names', () => {
  it('are those of a loop over the copies, also where a name looks like a copy', () => {
    const random = seededRandom(5);
    const pieces = ['a', 'A', 'a_2', 'a_2_2', 'b', 'a_3', 'B_2'];
    for (let run = 0; run < 200; run++) {
      const names = Array.from({ length: 40 }, () => pieces[Math.floor(random() * pieces.length)]!);
      const free = freeNames((name) => name.toLowerCase());
      expect(names.map((name) => free(name))).toEqual(oneByOne(names));
    }
  });

  it('of names that differ in case only are found in linear time', () => {
    const letters = 12;
    const names = Array.from({ length: 2 ** letters }, (_, bits) =>
      Array.from({ length: letters }, (_, k) => (((bits >> k) & 1) === 1 ? 'X' : 'x')).join(''),
    );
    let keys = 0;
    const free = freeNames((name) => {
      keys++;
      return name.toLowerCase();
    });
    const found = names.map((name) => free(name));
    expect(new Set(found.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(found.at(-1)).toBe(`${'X'.repeat(letters)}_${names.length}`);
    expect(keys).toBeLessThan(4 * names.length);
  });

  it('leave out those that are taken', () => {
    const free = freeNames((name) => name, ['rock', 'rock_2']);
    expect([free('rock'), free('rock')]).toEqual(['rock_3', 'rock_4']);
  });
});

/** Triangles far apart, each a part named `rock`. A loop over all copies of a name would take minutes. */
function rocks(count: number, role?: ColliderRole): TriangleMesh {
  const positions = Float64Array.from({ length: 9 * count }, (_, i) => [0, 0, 0, 1, 0, 0, 0, 1, 0][i % 9]!);
  const parts = Array.from({ length: count }, (_, i) => ({
    name: 'rock',
    firstTriangle: i,
    triangleCount: 1,
    worldFromPart: null,
    ...(role !== undefined && { role }),
  }));
  return { positions, indices: Uint32Array.from({ length: 3 * count }, (_, i) => i), parts };
}

describe('names of many equal parts', () => {
  const count = 100_000;
  const equal = Array.from({ length: count }, () => 'rock');

  test.each([
    ['shapes', (): readonly string[] => shapeNames(equal.map((name) => ({ name })))],
    ['files', (): readonly string[] => fileNames(equal)],
    ['colliders', (): readonly string[] => withColliderNames(rocks(count), 'godot').parts.map(({ name }) => name)],
  ])('of %s are all different, in linear time', (_, namesOf) => {
    expect(new Set(namesOf()).size).toBe(count);
  });

  const collider = { shape: 'triangles', isRendered: false, isTrigger: false, of: null, from: 'extras', exact: null } as const;
  const space = { metresPerUnit: 1, up: '+y', handedness: 'right' } as const;
  test.each(['usd-physics', 'godot', 'gltf-omi'] as const)('%s writes them', (format) => {
    const mesh = rocks(10_000, collider);
    const { bytes } = bakeMesh(format, { mesh, space, trees: [], source: null, findings: [], ignored: [] });
    const text = new TextDecoder().decode(bytes);
    for (const name of format === 'godot' ? ['rock_2-colonly', 'rock_10000-colonly'] : ['rock_2"', 'rock_10000"'])
      expect(text).toContain(name);
  });
});

test('links of sphere packs have different names, also where one looks like a copy', () => {
  const pack = (name: string) => ({ name, spheres: [], volume: 0, maxOutside: 0, contains: true });
  const text = plannerYaml(['arm', 'arm', 'arm_1'].map(pack) as never);
  expect(text.match(/"[^"]+"/g)).toEqual(['"arm"', '"arm_1"', '"arm_1_1"']);
});
