import { identityTransform } from '../../../math/transform.ts';
import type { VertexRun } from '../../../mesh/animation/scene-animation.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { requireAccessor, type GltfSource } from '../accessor-layout.ts';
import { isObject, type GltfPrimitive } from '../document.ts';
import { readNumbers } from '../read-accessor.ts';
import type { DracoPrimitives } from '../read-mesh.ts';
import { listOf, numberIn } from './json-fields.ts';
import type { AnimatedScene } from './read-animation.ts';
import { readGltfSkin, type SharedSkins } from './read-skin.ts';
import type { Room } from '../../scene/room.ts';

export interface RunScene extends Pick<AnimatedScene, 'instances' | 'meshes'> {
  readonly locations: ReadonlyMap<number, number>;
  /** Whether a channel moves the node or one of its ancestors, by node of the scene. */
  readonly moved: readonly boolean[];
  /** First vertex of each placed part, and whether it shares the vertices of an earlier part. */
  readonly starts: readonly { readonly firstVertex: number; readonly isShared: boolean }[];
}

/**
 * Returns the runs of vertices that can move: at moved nodes, with morph targets, or with a skin.
 * @throws InspectorError `malformed`, `index-out-of-range`, and `unsupported-feature` if primitives share vertices but
 * have different skins or morph targets.
 */
export function readRuns(
  source: GltfSource,
  draco: DracoPrimitives,
  { locations, instances, meshes, moved, starts }: RunScene,
  room: Room,
): readonly VertexRun[] {
  const runs: VertexRun[] = [];
  const known: SharedSkins = new Map();
  let part = 0;
  let before: GltfPrimitive | null = null;
  for (const { node: index, mesh, nodeFromCopy } of instances) {
    const node = locations.get(index) ?? 0;
    for (const [p, primitive] of (meshes.get(mesh) ?? []).entries()) {
      if (primitive === null) continue;
      const { firstVertex, isShared } = starts[part++];
      const pointer = `/meshes/${mesh}/primitives/${p}`;
      const declared: GltfPrimitive = source.document.meshes?.[mesh]?.primitives[p] ?? { attributes: {} };
      if (isShared) {
        if (before === null || !hasSameDeformation(before, declared))
          throw refuse(
            'unsupported-feature',
            'primitives share positions but have different skins or morph targets',
            'Give each primitive its own positions',
            { pointer },
          );
        continue;
      }
      before = declared;
      const skin = source.document.nodes?.[index]?.skin;
      const targets = listOf(declared.targets, `${pointer}/targets`);
      if (!moved[node] && targets.length === 0 && skin === undefined) continue;
      const { positions } = primitive;
      room(positions.length, pointer);
      runs.push({
        firstVertex,
        node,
        nodeFromRun: Float64Array.from(nodeFromCopy ?? identityTransform),
        positions,
        targets: targets.map((target, t) => readTarget(source, target, positions.length, `${pointer}/targets/${t}`, room)),
        skin:
          skin === undefined
            ? null
            : readGltfSkin(
                source,
                draco.get(declared)?.skin ?? null,
                declared,
                { skin, vertices: positions.length / 3, locations, known },
                pointer,
                room,
              ),
      });
    }
  }
  return runs;
}

function readTarget(source: GltfSource, target: unknown, length: number, pointer: string, room: Room): Float64Array {
  if (!isObject(target)) throw refuse('malformed', 'a morph target is not an object', exportAgain, { pointer });
  if (target['POSITION'] === undefined) return new Float64Array(0);
  const accessor = numberIn(target['POSITION'], source.document.accessors?.length ?? 0, `${pointer}/POSITION`);
  const { type, count } = requireAccessor(source, accessor);
  if (type !== 'VEC3' || 3 * count !== length)
    throw refuse('malformed', `a morph target has ${count} displacements for ${length / 3} vertices`, exportAgain, { pointer });
  room(length, pointer);
  return readNumbers(source, accessor);
}

function hasSameDeformation(a: GltfPrimitive, b: GltfPrimitive): boolean {
  const key = ({ attributes, targets = [] }: GltfPrimitive): string =>
    JSON.stringify([
      targets,
      Object.entries(attributes)
        .filter(([name]) => /^(JOINTS|WEIGHTS)_/.test(name))
        .sort(),
    ]);
  return key(a) === key(b);
}
