import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import { type BspPicture, polygonAt } from '#core/bsp';
import type { Vec3 } from '#core/math';
import type { DocumentId } from '#host-api';
import { type BspLook, bspOf, drawnLeaves, isLeafDrawn, type SeenCells } from '../state/bsp/bsp-state.ts';
import type { Store } from '../state/store/store.ts';
import { createBoxes, setBox } from './boxes.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import { filled } from './filled.ts';
import { categoryColour } from './group-colour.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import { type Palette, parseColour, type Rgb } from './palette.ts';
import { type LineSegment, surfaceLines } from './surface-lines.ts';
import { surfaceMaterial } from './surface-material.ts';

export interface BspLayerInput {
  readonly picture: BspPicture;
  readonly look: BspLook;
  readonly seen: SeenCells | null;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

interface Parts {
  readonly store: Store;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  /** Requests a frame. */
  changed(): void;
}

/** Returns functions that draw the BSP tree of a document: its leaves, the planes of one depth, its portals, its leak, and the route of an object. They follow the store. */
export function bspLayersOf(
  { store, palette, pixels, changed }: Parts,
  id: DocumentId,
  space: LocalSpace,
): readonly (() => Layer | null)[] {
  const shown = computed(() => bspOf(store.bsp.value, id));
  const look = computed(() => store.bsp.value.look);
  const route = computed(() => store.bsp.value.route);
  const parts = <Of extends keyof BspLook>(...names: readonly Of[]) =>
    // As text, it changes only when these settings do.
    computed(() => JSON.stringify(names.map((name) => look.value[name])));
  const seen = computed(() => store.bsp.value.seen);
  /** What was seen counts where it is drawn. */
  const shownSeen = computed(() => (look.value.cells === 'visible' ? seen.value : null));
  const ofCells = parts('cells');
  const explode = computed(() => look.value.explode);
  const ofPlanes = parts('planeDepth');
  const ofPortals = parts('portals', 'cells', 'explode');
  const draw = (changes: { readonly value: string }, make: (input: BspLayerInput) => Layer | null) => (): Layer | null => {
    const picture = shown.value?.picture ?? null;
    void changes.value;
    return picture === null ? null : make({ picture, look: look.peek(), seen: shownSeen.value, space, palette, pixels });
  };
  return [
    draw(ofCells, (input) => createLeaves(input, explode, changed)),
    draw(ofPlanes, createPlanes),
    draw(ofPortals, createPortals),
    () => {
      const path = shown.value?.report.leak ?? [];
      return path.length < 2 ? null : createPath(path, 'leak', palette.error, { space, palette, pixels });
    },
    () => {
      const path = shown.value === null ? [] : (seen.value?.leak ?? []);
      return path.length < 2 ? null : createPath(path, 'leak', palette.error, { space, palette, pixels });
    },
    () => {
      const { from, to, followed } = route.value;
      if (shown.value === null || followed === null) return null;
      const end = followed.visits.at(-1)?.to ?? 0;
      // A corner wherever it enters a cell.
      const times = [...followed.visits.map((visit) => visit.from), end];
      const path = times.map(
        (t): Vec3 => [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]), from[2] + t * (to[2] - from[2])],
      );
      return path.length < 2 ? null : createPath(path, 'route', palette.movingMesh, { space, palette, pixels });
    },
  ];
}

/** Whether the leaves of a document are drawn in place of its mesh. */
export function isMeshReplaced(store: Store, id: DocumentId): boolean {
  const { look } = store.bsp.value;
  const picture = bspOf(store.bsp.value, id)?.picture ?? null;
  return picture !== null && !look.mesh && look.cells !== 'none';
}

/**
 * Draws leaves as solids, each in a colour of its own. Another factor of the exploded view moves their corners in place: to divide all
 * faces into triangles again takes as long as the first time.
 */
export function createLeaves(
  { picture, look, seen, space, palette }: BspLayerInput,
  explode: ReadonlySignal<number>,
  changed: () => void,
): Layer | null {
  const { faces, firstFace } = picture;
  const { leaves } = drawnLeaves(picture, look.cells, seen);
  if (leaves.length === 0) return null;
  let triangles = 0;
  for (const leaf of leaves)
    for (let face = firstFace[leaf]!; face < firstFace[leaf + 1]!; face++) triangles += faces.first[face + 1]! - faces.first[face]! - 2;
  const corners = new Float32Array(9 * triangles);
  /** What a factor of 1 adds to each corner. */
  const moves = new Float32Array(9 * triangles);
  const tint = new Uint8Array(9 * triangles);
  const inner = new Float32Array(3 * triangles);
  let at = 0;
  for (const leaf of leaves) {
    const colour = (parseColour(categoryColour(leaf)) ?? palette.meshBase).map((value) => Math.round(255 * value));
    const move = moveOf(picture, space, leaf);
    for (let face = firstFace[leaf]!; face < firstFace[leaf + 1]!; face++) {
      const polygon = polygonAt(faces, face).map((point) => toLocal(space, point));
      for (let i = 2; i < polygon.length; i++) {
        corners.set(polygon[0]!, 9 * at);
        corners.set(polygon[i - 1]!, 9 * at + 3);
        corners.set(polygon[i]!, 9 * at + 6);
        for (let corner = 0; corner < 3; corner++) {
          tint.set(colour, 9 * at + 3 * corner);
          moves.set(move, 9 * at + 3 * corner);
        }
        // The fan's own edges: opposite the third corner, except the first; opposite the second, except the last.
        inner.fill((i > 2 ? 4 : 0) | (i < polygon.length - 1 ? 2 : 0), 3 * at, 3 * at + 3);
        at++;
      }
    }
  }
  const geometry = new BufferGeometry();
  const shown = new BufferAttribute(corners.slice(), 3);
  geometry.setAttribute('position', shown);
  geometry.setAttribute('tint', new BufferAttribute(tint, 3, true));
  geometry.setAttribute('innerEdges', new BufferAttribute(inner, 1));
  const material = surfaceMaterial({ mode: 'shaded', colour: palette.meshBase, edge: palette.meshEdge, opacity: 1, isTinted: true });
  const object = new Mesh(geometry, material);
  object.renderOrder = drawOrder.mesh;
  // Its bounds grow with the exploded view.
  object.frustumCulled = false;
  const stop = effect(() => {
    const factor = explode.value;
    for (let i = 0; i < corners.length; i++) shown.array[i] = corners[i]! + factor * moves[i]!;
    shown.needsUpdate = true;
    changed();
  });
  return layerOf([object], [geometry, material, { dispose: stop }]);
}

/** Draws the parts of the planes of one depth: the nodes there split their regions by them. */
function createPlanes({ picture, look, space, palette, pixels }: BspLayerInput): Layer | null {
  const { depths, sections } = picture;
  const nodes = [...depths.keys()].filter((node) => depths[node] === look.planeDepth);
  if (nodes.length === 0) return null;
  const polygons = nodes.map((node) => polygonAt(sections, node).map((point) => toLocal(space, point)));
  const corners = polygons.flatMap((polygon) => polygon.slice(2).flatMap((point, i) => [polygon[0]!, polygon[i + 1]!, point]));
  const lines = outlines(polygons, { colour: palette.selection, order: drawOrder.path, pixels, palette });
  return joinLayers([filled(corners, palette.selection), ...(lines === null ? [] : [lines])]);
}

/** Draws portals as outlined polygons: those between drawn cells, or all if no empty cells are drawn. */
function createPortals({ picture, look, seen, space, palette, pixels }: BspLayerInput): Layer | null {
  if (!look.portals) return null;
  const { portals, portalLeaves } = picture;
  const chosen = look.cells === 'none' || look.cells === 'solid' ? 'empty' : look.cells;
  const polygons: (readonly Vec3[])[] = [];
  for (let portal = 0; portal < portals.first.length - 1; portal++) {
    const front = portalLeaves[2 * portal]!;
    const back = portalLeaves[2 * portal + 1]!;
    if (!isLeafDrawn(picture, front, chosen, seen) || !isLeafDrawn(picture, back, chosen, seen)) continue;
    const [here, there] = [front, back].map((leaf) => movedPoint(picture, look.explode, space, leaf));
    // Halfway between its cells, where these are moved apart.
    polygons.push(polygonAt(portals, portal).map((point) => halfway(here!(point), there!(point))));
  }
  return polygons.length === 0 ? null : outlines(polygons, { colour: palette.warning, order: drawOrder.chosen, pixels, palette });
}

/** Draws a way of straight pieces, through everything. */
function createPath(
  path: readonly Vec3[],
  name: 'leak' | 'route',
  colour: Rgb,
  { space, palette, pixels }: Pick<BspLayerInput, 'space' | 'palette' | 'pixels'>,
): Layer {
  const points = path.map((point) => toLocal(space, point));
  const lines = createBoxes(points.length - 1);
  for (let i = 1; i < points.length; i++) setBox(lines, i - 1, points[i - 1]!, points[i]!, colour);
  const look = { width: 3, underLine: palette.underLine, faint: 0, through: true, order: drawOrder.ray, onSurface: true } as const;
  const label = { kind: 'selection', text: name, anchors: [points[0]!], priority: 90 } as const;
  return joinLayers([outlinedLines(lines, 'diagonal', look, pixels), layerOf([], [], [label])]);
}

/** Returns what the factor 1 of the exploded view adds to points of a leaf, away from the middle; local space. */
function moveOf({ centres, middle: [mx, my, mz] }: BspPicture, { unit }: LocalSpace, leaf: number): Vec3 {
  return [(centres[3 * leaf]! - mx) / unit, (centres[3 * leaf + 1]! - my) / unit, (centres[3 * leaf + 2]! - mz) / unit];
}

/** Returns the function that takes points of a leaf to local space, moved away from the middle. */
function movedPoint(picture: BspPicture, explode: number, space: LocalSpace, leaf: number): (point: Vec3) => Vec3 {
  const [dx, dy, dz] = moveOf(picture, space, leaf);
  return (point) => {
    const [x, y, z] = toLocal(space, point);
    return [x + explode * dx, y + explode * dy, z + explode * dz];
  };
}

function halfway(p: Vec3, q: Vec3): Vec3 {
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
}

interface OutlineLook {
  readonly colour: Rgb;
  readonly order: number;
  readonly pixels: PixelScale;
  readonly palette: Palette;
}

/** Draws the outlines of polygons, local space; `null` without any. */
function outlines(polygons: readonly (readonly Vec3[])[], { colour, order, pixels, palette }: OutlineLook): Layer | null {
  return surfaceLines(outlineSegments(polygons), { colour, order, underLine: palette.underLine }, pixels);
}

function* outlineSegments(polygons: readonly (readonly Vec3[])[]): Generator<LineSegment> {
  for (const polygon of polygons) for (let i = 0; i < polygon.length; i++) yield [polygon[i]!, polygon[(i + 1) % polygon.length]!];
}
