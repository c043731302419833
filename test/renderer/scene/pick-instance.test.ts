import { expect, test } from 'vitest';
import { inverseTransform, length, minus, transformOf, transformPoint, transformVector, type Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { defaultValues, rayOptions } from '#core/options';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { everyLayer, packScene, type SceneDocument } from '#core/scene';
import { pickInstance } from '../../../renderer/scene/pick-instance.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box } from '../../fixtures/shapes.ts';
import { storeWith } from './scene-fixture.ts';

/** Rotated, scaled and mirrored instances of two meshes, with the bounds of each. */
function cloud(meshes: readonly TriangleMesh[], count: number, random: () => number) {
  const matrices = Array.from({ length: count }, () => {
    const rotateDegrees: Vec3 = [360 * random(), 360 * random(), 360 * random()];
    const size = 0.3 + random();
    const scale: Vec3 = [random() < 0.2 ? -size : size, size, 0.5 * size];
    return transformOf({ translate: [12 * random() - 6, 12 * random() - 6, 12 * random() - 6], rotateDegrees, scale });
  });
  const instances = matrices.map((matrix, i) => ({
    mesh: i % meshes.length,
    matrix,
    set: 'static' as const,
    layer: 1,
    mask: everyLayer,
    motion: null,
  }));
  const scene: SceneDocument = { meshes: meshes.map((_, i) => `${i}.obj`), instances };
  const boxes = new Float64Array(6 * count);
  instances.forEach(({ mesh, matrix }, i) => {
    const { positions } = meshes[mesh]!;
    for (let axis = 0; axis < 3; axis++) {
      const along: number[] = [];
      for (let at = 0; at < positions.length; at += 3)
        along.push(transformPoint(matrix, [positions[at]!, positions[at + 1]!, positions[at + 2]!])[axis]!);
      boxes[6 * i + axis] = Math.min(...along) - 1e-9;
      boxes[6 * i + 3 + axis] = Math.max(...along) + 1e-9;
    }
  });
  return { scene, matrices: Float64Array.from(matrices.flat()), boxes };
}

test('the instance under a ray is the one that a test of every triangle of every instance finds', () => {
  const meshes = [box(), ball(8, 5)];
  const store = storeWith(meshes);
  const random = seededRandom(7);
  const { scene, matrices, boxes } = cloud(meshes, 60, random);
  const input = { name: 'cloud', packed: packScene(scene), documents: store.documents.value.map(({ summary }) => summary.id) };
  const options = { ...defaultValues(rayOptions), mode: 'first' as const };
  let hits = 0;
  for (let k = 0; k < 200; k++) {
    const eye: Vec3 = [20 * random() - 10, 20 * random() - 10, -20];
    const towards: Vec3 = [-eye[0] + 6 * random() - 3, -eye[1] + 6 * random() - 3, 20];
    const direction = towards.map((value) => value / length(towards)) as unknown as Vec3;
    let wanted: { instance: number; distance: number } | null = null;
    scene.instances.forEach(({ mesh, matrix }, instance) => {
      const inverse = inverseTransform(matrix);
      const ray = { origin: transformPoint(inverse, eye), direction: transformVector(inverse, direction), far: Infinity };
      const hit = raycastBruteForce(meshes[mesh]!, ray, options).hits[0];
      if (hit === undefined) return;
      const distance = length(minus(transformPoint(matrix, hit.position), eye));
      if (wanted === null || distance < wanted.distance) wanted = { instance, distance };
    });
    const found = pickInstance(input, { matrices, boxes }, { documents: store.documents.value, scene: store.scene.value }, eye, direction);
    expect(found === null ? null : { instance: found.instance, distance: found.distance }).toEqual(wanted);
    if (found === null) continue;
    hits++;
    // The point is on the ray, and on the triangle of the mesh that it names.
    expect(length(minus(found.position, eye))).toBe(found.distance);
    const inverse = inverseTransform(found.worldFromSource);
    const ray = { origin: transformPoint(inverse, eye), direction: transformVector(inverse, direction), far: Infinity };
    const mesh = meshes[scene.instances[found.instance]!.mesh]!;
    expect(found.triangle).toBe(raycastBruteForce(mesh, ray, options).hits[0]!.triangle);
  }
  expect(hits).toBeGreaterThan(50);
});
