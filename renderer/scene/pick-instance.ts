import { inverseTransform, length, minus, transformPoint, transformVector, type Vec3 } from '#core/math';
import { raycast } from '#core/query';
import { keptInterval, type HalfSpace } from '../state/section/section.ts';
import type { SceneFrame } from '../state/instances/scene-messages.ts';
import type { SceneInput } from '../state/instances/scene-input.ts';
import type { PageDocument, Scene } from '../state/store/records.ts';
import { along } from '../state/store/vectors.ts';
import type { InstancePoint } from '../tools/tool.ts';

/**
 * Returns the instance of a scene whose surface a ray hits first, on f64 vertices; `null` for none. Boxes are entered in order, and exact rays are
 * cast at the meshes in them until no box begins before the hit. A mesh without a tree cannot be hit.
 * @param input the open scene
 * @param eye, direction world space; the direction has length 1
 */
export function pickInstance(
  input: SceneInput,
  frame: Pick<SceneFrame, 'matrices' | 'boxes'>,
  {
    documents,
    scene,
    kept = [],
  }: { readonly documents: readonly PageDocument[]; readonly scene: Scene; readonly kept?: readonly HalfSpace[] },
  eye: Vec3,
  direction: Vec3,
): InstancePoint | null {
  const interval = keptInterval(kept, eye, direction);
  if (interval === null) return null;
  const [from, to] = interval;
  const origin = along(eye, direction, from);
  let nearest: InstancePoint | null = null;
  for (const { instance, entry } of boxesEntered(frame.boxes, origin, direction)) {
    if (from + entry > Math.min(to, nearest?.distance ?? Infinity)) break;
    const point = hitOf(instance);
    if (point !== null && point.distance <= to && (nearest === null || point.distance < nearest.distance)) nearest = point;
  }
  return nearest;

  function hitOf(instance: number): InstancePoint | null {
    const id = input.documents[input.packed.meshOf[instance]!]!;
    const tree = scene.trees.get(id)?.tree;
    const mesh = documents.find(({ summary }) => summary.id === id)?.mesh?.mesh;
    if (tree === undefined || mesh === undefined || tree.nodeCount === 0) return null;
    const placed = [...frame.matrices.subarray(16 * instance, 16 * instance + 16)];
    const inverse = inverseTransform(placed);
    // A flat instance has no inverse.
    if (!inverse.every(Number.isFinite)) return null;
    const ray = { origin: transformPoint(inverse, origin), direction: transformVector(inverse, direction), far: Infinity };
    const hit = raycast(tree, mesh, ray, { mode: 'first' }).hits[0];
    if (hit === undefined) return null;
    const position = transformPoint(placed, hit.position);
    return { instance, document: id, triangle: hit.triangle, position, distance: length(minus(position, eye)), worldFromSource: placed };
  }
}

/** Returns the boxes that a ray enters, nearest first. @param boxes (6·n) minimum and maximum */
function boxesEntered(
  boxes: SceneFrame['boxes'],
  origin: Vec3,
  direction: Vec3,
): readonly { readonly instance: number; readonly entry: number }[] {
  const entered: { readonly instance: number; readonly entry: number }[] = [];
  for (let at = 0; at < boxes.length; at += 6) {
    let entry = 0;
    let exit = Infinity;
    for (let axis = 0; axis < 3 && entry <= exit; axis++) {
      const low = boxes[at + axis]! - origin[axis]!;
      const high = boxes[at + 3 + axis]! - origin[axis]!;
      const towards = direction[axis]!;
      if (towards === 0) {
        if (low > 0 || high < 0) exit = -1;
        continue;
      }
      entry = Math.max(entry, Math.min(low / towards, high / towards));
      exit = Math.min(exit, Math.max(low / towards, high / towards));
    }
    if (entry <= exit) entered.push({ instance: at / 6, entry });
  }
  return entered.sort((a, b) => a.entry - b.entry || a.instance - b.instance);
}
