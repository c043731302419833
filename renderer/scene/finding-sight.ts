import { itemWords } from '#core/health';
import { length, minus, type Vec3 } from '#core/math';
import { boundsCenter, boundsRadius, type TriangleMesh } from '#core/mesh';
import { raycast } from '#core/query';
import type { Tree } from '#core/tree';
import { findingNamed, noFindings } from '../state/health/health-query.ts';
import { placementOf, pointFromWorld, pointToWorld } from '../state/pair/placement.ts';
import type { FrameTarget } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import type { IsSeen, Sight } from './clear-view.ts';
import { targetBounds } from './target-bounds.ts';

/** Points of a finding that are looked at. */
const maxPoints = 24;
/** The eye is about as far from a framed thing, in its radii. */
const radii = 3.2;
/** Share of the points that are enough to keep the side: a part shows where the rest is, but of a hole one wants to look into it. */
const enoughToStay = { hole: 0.5, other: 0.15 };
/** The last part of a line of sight: the point itself lies on the surface. */
const onSurface = 1e-3;

/** Returns the points of a location of a finding with the test of their lines of sight, world space; `null` for other targets, and without a tree. */
export function findingSight(store: Store, target: FrameTarget): { readonly sight: Sight; readonly isSeen: IsSeen } | null {
  if (target.kind !== 'finding' || target.item === null) return null;
  const scene = store.scene.peek();
  const mesh = store.shown.peek().find(({ summary }) => summary.id === target.document)?.mesh?.mesh ?? null;
  const tree = scene.trees.get(target.document)?.tree ?? null;
  const elements = findingNamed(store.findings.peek().get(target.document) ?? noFindings, target.name)?.elements ?? null;
  const bounds = targetBounds(store, target);
  if (mesh === null || tree === null || elements === null || bounds === null) return null;
  const placement = placementOf(scene, target.document);
  const ofTriangles = elements.kind === 'triangle' || elements.kind === 'pair';
  const all = itemWords(elements, target.item);
  const words = all.filter((_, i) => i % Math.ceil(all.length / maxPoints) === 0);
  const vertices = ofTriangles ? [...words].flatMap((triangle) => [0, 1, 2].map((k) => mesh.indices[3 * triangle + k]!)) : [...words];
  const points = vertices
    .map((vertex) => positionOf(mesh, vertex))
    .filter((point) => point.every((value) => Number.isFinite(value)))
    .map((point) => pointToWorld(placement, point));
  return {
    sight: {
      points,
      center: boundsCenter(bounds),
      distance: radii * boundsRadius(bounds),
      enoughToStay: target.name === 'boundary-loops' ? enoughToStay.hole : enoughToStay.other,
    },
    isSeen: (eye, point) => isFree(tree, mesh, pointFromWorld(placement, eye), pointFromWorld(placement, point)),
  };
}

function positionOf({ positions }: TriangleMesh, vertex: number): Vec3 {
  return [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!];
}

function isFree(tree: Tree, mesh: TriangleMesh, eye: Vec3, point: Vec3): boolean {
  const direction = minus(point, eye);
  const distance = length(direction);
  if (!(distance > 0) || distance === Infinity) return true;
  return raycast(tree, mesh, { origin: eye, direction, far: (1 - onSurface) * distance }, { mode: 'any' }).hits.length === 0;
}
