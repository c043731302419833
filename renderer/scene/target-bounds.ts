import type { Vec3 } from '#core/math';
import { type Bounds, isFiniteTriangle, type TriangleMesh } from '#core/mesh';
import { nodeBox } from '#core/tree';
import type { DocumentId } from '#host-api';
import { activeChanges, versionsPlace } from '../state/changes/shown-changes.ts';
import { findingNamed, noFindings } from '../state/health/health-query.ts';
import { motionBounds } from '../state/motion/shown-moving.ts';
import { contactIndex, loopIndex } from '../state/pair/pair-query.ts';
import { boundsToWorld, placementOf } from '../state/pair/placement.ts';
import { findingBounds, longestSideOf, withRoom } from './finding-bounds.ts';
import { membersOf } from '../state/selection/index-set.ts';
import { trianglesOfParts } from '../state/selection/selected-triangles.ts';
import { setFacts } from '../state/selection/set-facts.ts';
import type { FrameTarget, LoadedMesh } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';

/** Margin on each side of a framed triangle, in its own size: the largest, and that of a triangle as large as its mesh. */
const triangleRoom = 2;
const minTriangleRoom = 0.15;
/** The same for several triangles. */
const setRoom = 0.25;

/** Returns the bounds to frame for a target, world space; `null` if the target does not exist (any more). */
export function targetBounds(store: Store, target: Exclude<FrameTarget, { kind: 'all' }>): Bounds | null {
  if (target.kind === 'pair') return pairBounds(store);
  if (target.kind === 'bounds') return target.bounds;
  const bounds = boundsInDocument(store, target);
  return bounds === null ? null : boundsToWorld(placementOf(store.scene.peek(), documentIdOf(store, target) ?? null), bounds);
}

/** Returns the bounds of the moving mesh, along its motion if it has one, and of the fixed mesh. */
function pairBounds(store: Store): Bounds | null {
  const { movingMesh } = store.scene.peek();
  if (movingMesh === null) return null;
  const moved = motionBounds(store.scene.peek(), store.shown.peek()) ?? [];
  const both = [movingMesh.fixed, movingMesh.document].map((document) => targetBounds(store, { kind: 'document', document }));
  return unionBounds([...both.filter((bounds) => bounds !== null), ...moved]);
}

type InDocument = Exclude<FrameTarget, { kind: 'pair' | 'all' | 'bounds' }>;

/** Source space of the document. */
function boundsInDocument(store: Store, target: InDocument): Bounds | null {
  const id = documentIdOf(store, target);
  const mesh = store.shown.peek().find(({ summary }) => summary.id === id)?.mesh ?? null;
  if (mesh === null || id === undefined) return null;
  switch (target.kind) {
    case 'document':
      return mesh.mainBounds ?? mesh.bounds;
    case 'part': {
      const part = mesh.mesh.parts[target.part];
      return part === undefined ? null : rangeBounds(mesh.mesh, part.firstTriangle, part.triangleCount);
    }
    case 'parts':
      return setFacts(mesh.mesh, trianglesOfParts(mesh.mesh, membersOf(target.parts))).bounds;
    case 'triangles':
      return withRoom(setFacts(mesh.mesh, target.triangles).bounds, setRoom);
    case 'node': {
      const tree = store.scene.peek().trees.get(id)?.tree;
      return tree === undefined || target.node >= tree.nodeCount ? null : nodeBox(tree, target.node);
    }
    case 'finding': {
      const elements = findingNamed(store.findings.peek().get(id) ?? noFindings, target.name)?.elements ?? null;
      return elements === null || mesh.bounds === null ? null : findingBounds(mesh.mesh, mesh.bounds, elements, target.item);
    }
    case 'touch':
    case 'triangle':
      return triangleBounds(mesh, target.triangle);
    case 'contact':
      return contactBounds(store, target.a, target.b);
    case 'loop':
      return pointBounds(loopPoints(store, target.a, target.b));
    case 'hit': {
      const hit = store.ray.peek()?.result.hits[target.hit];
      return hit === undefined ? null : triangleBounds(mesh, hit.triangle);
    }
  }
}

/** Returns the box of a triangle with a margin that does not reach far beyond the mesh; `null` if it is not finite. */
function triangleBounds({ mesh, bounds: whole }: LoadedMesh, triangle: number): Bounds | null {
  const bounds = rangeBounds(mesh, triangle, 1);
  if (bounds === null || whole === null) return bounds;
  // The margin that makes the frame as large as the mesh.
  const upToMesh = (longestSideOf(whole) / longestSideOf(bounds) - 1) / 2;
  return withRoom(bounds, Math.max(minTriangleRoom, Math.min(triangleRoom, upToMesh || 0)));
}

function documentIdOf(store: Store, target: InDocument): DocumentId | undefined {
  switch (target.kind) {
    case 'hit':
      return store.ray.peek()?.input.document;
    case 'touch':
      return store.sphere.peek()?.input.document;
    case 'contact':
    case 'loop':
      return store.pair.peek().outcome?.input.fixed;
    default:
      return target.document;
  }
}

/** The box of a run of triangles, without those that are not finite; `null` for none. */
export function rangeBounds(mesh: TriangleMesh, first: number, count: number): Bounds | null {
  const { positions, indices } = mesh;
  const min = [Infinity, Infinity, Infinity] as [number, number, number];
  const max = [-Infinity, -Infinity, -Infinity] as [number, number, number];
  for (let t = first; t < first + count; t++) {
    if (!isFiniteTriangle(mesh, t)) continue;
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * indices[i]! + axis]!;
        if (value < min[axis]!) min[axis] = value;
        if (value > max[axis]!) max[axis] = value;
      }
    }
  }
  return min[0] === Infinity ? null : { min, max };
}

/** Margin on each side of a contact, as a part of its size, and the smallest one, as a part of the smaller triangle. */
const contactRoom = 0.5;
const minContactRoom = 0.02;

/**
 * Returns the bounds of the segment, polygon or point in which two triangles touch, source space of the fixed mesh; `null` if there is no
 * such contact (any more). The triangles may be much larger.
 */
function contactBounds(store: Store, a: number, b: number): Bounds | null {
  const { outcome } = store.pair.peek();
  const contact = outcome === null ? null : contactIndex(outcome, a, b);
  if (outcome === null || contact === null) return null;
  const ofB = rangeBounds(outcome.meshB, b, 1);
  const triangles = [rangeBounds(outcome.meshA, a, 1), ofB === null ? null : boundsToWorld(outcome.aFromB, ofB)];
  const sizes = triangles.flatMap((bounds) => (bounds === null ? [] : [Math.max(...bounds.max.map((value, i) => value - bounds.min[i]!))]));
  const contacts = outcome.pairContacts?.contacts;
  if (contacts === undefined) return unionBounds(triangles.filter((bounds) => bounds !== null));
  const points = contacts.positions.subarray(3 * contacts.firstPoint[contact]!, 3 * contacts.firstPoint[contact + 1]!);
  return withRoom(pointBounds(points), contactRoom, minContactRoom * Math.min(...sizes));
}

function loopPoints(store: Store, a: number, b: number): Float64Array {
  const { outcome } = store.pair.peek();
  const loop = outcome === null ? null : loopIndex(outcome, a, b);
  if (loop === null) return new Float64Array();
  const { firstPoint, positions } = outcome!.pairContacts!.loops;
  return positions.subarray(3 * firstPoint[loop]!, 3 * firstPoint[loop + 1]!);
}

function pointBounds(points: Float64Array): Bounds | null {
  const each: Bounds[] = [];
  for (let at = 0; at < points.length; at += 3) {
    const point: Vec3 = [points[at]!, points[at + 1]!, points[at + 2]!];
    each.push({ min: point, max: point });
  }
  return unionBounds(each);
}

/** The boxes of the scene's sphere and of where it is pushed, world space: they may reach far beyond every mesh. */
export function sphereBoxes({ scene, pushOut }: Store): Bounds[] {
  const { sphere } = scene.peek();
  if (sphere === null) return [];
  const { radius } = sphere;
  const pushed = pushOut.peek();
  const centers = pushed === null ? [sphere.center] : [sphere.center, pushed.result.center];
  const placement = placementOf(scene.peek(), sphere.document);
  return centers.map(([x, y, z]) =>
    boundsToWorld(placement, { min: [x - radius, y - radius, z - radius], max: [x + radius, y + radius, z + radius] }),
  );
}

/** Bounds of the instances of the open scene, world space. */
export function instanceBoxes({ sceneRun }: Store): Bounds[] {
  const { bounds } = sceneRun.peek();
  return bounds === null ? [] : [bounds];
}

/** Bounds of both versions of a mesh while they are drawn, world space: the depth range follows them too. */
export function versionBoxes(store: Store): Bounds[] {
  const place = versionsPlace(store);
  if (place === null) return [];
  const { before, after } = activeChanges(store)?.geometry?.bounds ?? { before: null, after: null };
  const placement = placementOf(store.scene.peek(), place);
  return [before, after].flatMap((bounds) => (bounds === null ? [] : [boundsToWorld(placement, bounds)]));
}

/** The box around all of them; `null` for none. */
export function unionBounds(boxes: readonly Bounds[]): Bounds | null {
  if (boxes.length === 0) return null;
  // No spread: a loop has very many points.
  const corner = (side: 'min' | 'max', axis: number): number =>
    boxes.reduce((found, box) => Math[side](found, box[side][axis]!), boxes[0]![side][axis]!);
  return {
    min: [corner('min', 0), corner('min', 1), corner('min', 2)],
    max: [corner('max', 0), corner('max', 1), corner('max', 2)],
  };
}
