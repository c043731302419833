import { computed } from '@preact/signals-core';
import { transformPoint, type Transform, type Vec3 } from '#core/math';
import type { SweptVolumes } from '../state/motion/motion-messages.ts';
import { type Bounds, boundsCenter } from '#core/mesh';
import { type MotionPath, motionPose, type MotionWitness } from '#core/sweep';
import type { DocumentId } from '#host-api';
import { motionOutcome } from '../state/motion/motion-search.ts';
import { motionPathSignal } from '../state/motion/shown-moving.ts';
import type { Store } from '../state/store/store.ts';
import { boxesOf } from './boxes.ts';
import { uncut } from './clip.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import { filled } from './filled.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette } from './palette.ts';

interface MotionLayerParts {
  readonly store: Store;
  readonly id: DocumentId;
  readonly surface: Surface;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** Segments of the drawn path. */
const pathSteps = 48;

/**
 * Returns a function that draws the motion with a document. With the fixed mesh: the path of the centre, the bounds of the moving mesh at
 * both ends, and the points of first contact. With both meshes: their triangles of first contact. `null` for none. It follows the store.
 */
export function motionLayerOf(parts: MotionLayerParts): () => Layer | null {
  const { store, id } = parts;
  const side = computed(() => {
    const { movingMesh, motion } = store.scene.value;
    if (movingMesh === null || motion === null) return null;
    return movingMesh.fixed === id ? 'a' : movingMesh.document === id ? 'b' : null;
  });
  const path = motionPathSignal({ scene: store.history.current, documents: store.shown });
  const moving = computed(() => store.scene.value.movingMesh?.document ?? null);
  const bounds = computed(() => store.shown.value.find(({ summary }) => summary.id === moving.value)?.mesh?.bounds ?? null);
  const witness = computed(() => motionOutcome(store.motion.value)?.result.witness ?? null);
  const volumes = computed(() => motionOutcome(store.motion.value)?.volumes ?? null);
  return () => {
    if (side.value === null) return null;
    const layers: Layer[] = [];
    if (side.value === 'a' && path.value !== null && bounds.value !== null) layers.push(...pathLayers(parts, path.value, bounds.value));
    if (side.value === 'a' && volumes.value !== null) layers.push(...volumeLayers(parts, volumes.value, store.motionVolumes.value));
    if (witness.value !== null) layers.push(...witnessLayers(parts, witness.value, side.value));
    return layers.length === 0 ? null : joinLayers(layers);
  };
}

function pathLayers({ space, palette, pixels }: MotionLayerParts, path: MotionPath, bounds: Bounds): Layer[] {
  const colour = palette.movingMesh;
  const center = boundsCenter(bounds);
  const points = Array.from({ length: pathSteps + 1 }, (_, i) => transformPoint(motionPose(path, i / pathSteps), center));
  const segments = points.slice(1).map((to, i) => [points[i]!, to] as const);
  const ends = [0, 1].flatMap((time) => boxEdges(bounds, motionPose(path, time)));
  const local = (point: Vec3): Vec3 => toLocal(space, point);
  const lines = boxesOf([...segments, ...ends].map(([from, to]) => ({ from: local(from), to: local(to), colour })));
  const look = { width: 2, underLine: palette.underLine, faint: 0.35, through: false, order: drawOrder.ray };
  return [uncut(outlinedLines(lines, 'diagonal', look, pixels))];
}

function volumeLayers(
  { space, palette, pixels }: MotionLayerParts,
  { box, hull }: SweptVolumes,
  shown: Store['motionVolumes']['value'],
): Layer[] {
  const layers: Layer[] = [];
  const local = (point: Vec3): Vec3 => toLocal(space, point);
  const look = { width: 2, underLine: palette.underLine, faint: 0.35, through: false, order: drawOrder.ray };
  const add = (edges: readonly (readonly [Vec3, Vec3])[], colour: Palette['good']): void => {
    const lines = boxesOf(edges.map(([from, to]) => ({ from: local(from), to: local(to), colour })));
    layers.push(uncut(outlinedLines(lines, 'diagonal', look, pixels)));
  };
  if (shown.box && box !== null) add(boxEdges(box, identity), palette.good);
  if (shown.hull && hull !== null) {
    const at = (list: Float64Array, i: number): Vec3 => [list[3 * i]!, list[3 * i + 1]!, list[3 * i + 2]!];
    add(
      Array.from({ length: hull.edges.length / 6 }, (_, i) => [at(hull.edges, 2 * i), at(hull.edges, 2 * i + 1)] as const),
      palette.info,
    );
    layers.push(
      uncut(
        filled(
          Array.from({ length: hull.triangles.length / 3 }, (_, i) => local(at(hull.triangles, i))),
          palette.info,
        ),
      ),
    );
  }
  return layers;
}

const identity: Transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Returns the twelve edges of a placed box. */
function boxEdges({ min, max }: Bounds, pose: Transform): readonly (readonly [Vec3, Vec3])[] {
  const corner = (i: number): Vec3 => transformPoint(pose, [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]);
  return Array.from({ length: 8 }, (_, i) => i).flatMap((i) =>
    [1, 2, 4].flatMap((bit) => ((i & bit) === 0 ? [[corner(i), corner(i | bit)] as const] : [])),
  );
}

function witnessLayers({ surface, space, palette, pixels }: MotionLayerParts, { a, b }: MotionWitness, side: 'a' | 'b'): Layer[] {
  const triangle = side === 'a' ? a.triangle : b.triangle;
  const colour = side === 'a' ? palette.contactA : palette.contactB;
  const layers = [highlightTriangles(surface, Uint32Array.of(triangle), { colour, edge: palette.underLine, opacity: 0.85, faint: 0.3 })];
  if (side === 'b') return layers;
  const [from, to] = [toLocal(space, a.point), toLocal(space, b.point)];
  const link = boxesOf([{ from, to, colour: palette.crossing }]);
  const look = { width: 3, underLine: palette.underLine, faint: 0.6, through: false, order: drawOrder.ray };
  layers.push(uncut(outlinedLines(link, 'diagonal', look, pixels)));
  layers.push(layerOf([], [], [{ kind: 'origin', text: '', anchors: [from], priority: 60 }]));
  return layers;
}
