import { Matrix4, Vector3, type Camera, type Object3D } from 'three';
import type { Bounds } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { FindingName } from '../state/health/findings.ts';
import type { Pixel } from '../tools/tool.ts';
import { formatCount } from '../text/format-number.ts';
import { clusterPoints, frontPoints, type ClusteredPoints, type PointCluster } from './cluster-points.ts';

/** The marks of one kind of findings, which are drawn as clusters where they are close together on the screen. */
export interface ClusterSource {
  readonly document: DocumentId;
  readonly name: FindingName;
  readonly title: string;
  /** CSS colour. */
  readonly colour: string;
  /** (3·N) a point of each element, in the space of `object`. */
  readonly points: Float32Array;
  /** In the scene; carries the placement. */
  readonly object: Object3D;
  /** The marks themselves, drawn if no cluster is. */
  readonly near: Object3D;
  /** Draws a dot at each of these points; none while the marks are drawn. */
  showSingles(points: Uint32Array): void;
}

/** A cluster under the pointer. */
export interface FindingCluster {
  readonly document: DocumentId;
  readonly name: FindingName;
  /** Bounds of its points, view space. */
  readonly bounds: Bounds;
}

export interface FindingClusters {
  /** Adds sources. Returns the function that removes them. */
  add(sources: readonly ClusterSource[]): () => void;
  /** Groups the points for the camera and shows the clusters. `isKept` is `null` if nothing is cut away. */
  arrange(view: ArrangeView): void;
  /** Names the cluster under the pointer. */
  point(pointer: Pixel | null): void;
  /** Returns the cluster under a pixel. */
  at(pixel: Pixel): FindingCluster | null;
  dispose(): void;
}

interface ArrangeView {
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
  readonly isKept: ((point: Vector3) => boolean) | null;
}

interface ShownCluster {
  readonly source: ClusterSource;
  readonly grouped: ClusteredPoints;
  readonly cluster: PointCluster;
  readonly radius: number;
  readonly camera: Camera;
}

/** Counts in circles over the view; panels list the same findings, accessibly. */
export function createFindingClusters(container: HTMLElement): FindingClusters {
  const root = document.createElement('div');
  root.className = 'view-labels view-clusters';
  root.setAttribute('aria-hidden', 'true');
  container.append(root);
  let sources: readonly ClusterSource[] = [];
  let shown: readonly ShownCluster[] = [];
  return {
    add(added) {
      sources = [...sources, ...added];
      return () => {
        sources = sources.filter((source) => !added.includes(source));
      };
    },
    arrange(view) {
      shown = sources.flatMap((source) => arrangeSource(source, view));
    },
    point: (pointer) => draw(root, shown, pointer === null ? null : clusterUnder(shown, pointer)),
    at(pixel) {
      const found = clusterUnder(shown, pixel);
      return found === null ? null : { document: found.source.document, name: found.source.name, bounds: boundsOf(found) };
    },
    dispose() {
      root.remove();
      sources = [];
    },
  };
}

function arrangeSource(source: ClusterSource, { camera, width, height, isKept }: ArrangeView): ShownCluster[] {
  const { object, points, near } = source;
  if (!isVisible(object)) return [];
  const clip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).multiply(object.matrixWorld);
  const point = new Vector3();
  const test =
    isKept === null
      ? null
      : (i: number): boolean => isKept(point.set(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!).applyMatrix4(object.matrixWorld));
  const grouped = clusterPoints(points, { clipFromPoints: clip.elements, width, height }, test);
  const isFar = grouped.clusters.length > 0;
  near.visible = !isFar;
  source.showSingles(isFar ? grouped.singles : new Uint32Array());
  return grouped.clusters.map((cluster) => ({ source, grouped, cluster, camera, radius: 9 + 3 * Math.log10(cluster.count) }));
}

function isVisible(object: Object3D): boolean {
  for (let at: Object3D | null = object; at !== null; at = at.parent) if (!at.visible) return false;
  return true;
}

function clusterUnder(shown: readonly ShownCluster[], [x, y]: Pixel): ShownCluster | null {
  return shown.findLast(({ cluster, radius }) => Math.hypot(cluster.x - x, cluster.y - y) <= radius) ?? null;
}

/** Elements are used again: in each frame the clusters are others. */
function draw(root: HTMLElement, shown: readonly ShownCluster[], over: ShownCluster | null): void {
  while (root.children.length > shown.length) root.lastElementChild?.remove();
  while (root.children.length < shown.length) root.append(document.createElement('span'));
  shown.forEach((one, i) => {
    const { cluster, source, radius } = one;
    const element = root.children[i] as HTMLElement;
    element.className = one === over ? 'cluster over' : 'cluster';
    element.dataset['count'] = `${cluster.count}`;
    element.dataset['kind'] = source.name;
    element.textContent = one === over ? `${formatCount(cluster.count)} × ${source.title}` : short(cluster.count);
    element.style.color = source.colour;
    element.style.minWidth = `${Math.round(2 * radius)}px`;
    element.style.lineHeight = `${Math.round(2 * radius) - 4}px`;
    element.style.transform = `translate(${Math.round(cluster.x)}px, ${Math.round(cluster.y)}px) translate(-50%, -50%)`;
  });
}

/** `37`, `1.2k`, `12k` */
function short(count: number): string {
  if (count < 1000) return `${count}`;
  return `${count < 10_000 ? (count / 1000).toFixed(1) : Math.round(count / 1000)}k`;
}

/** Bounds of the marks of a cluster, those near its front; view space. */
function boundsOf({ source: { points, object }, grouped, cluster, camera }: ShownCluster): Bounds {
  const min = [Infinity, Infinity, Infinity] as [number, number, number];
  const max = [-Infinity, -Infinity, -Infinity] as [number, number, number];
  const eyeFromPoints = new Matrix4().multiplyMatrices(camera.matrixWorldInverse, object.matrixWorld);
  const point = new Vector3();
  for (const i of frontPoints(points, grouped, cluster.cell, eyeFromPoints.elements)) {
    const at = point
      .set(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!)
      .applyMatrix4(object.matrixWorld)
      .toArray();
    at.forEach((value, axis) => {
      min[axis] = Math.min(min[axis]!, value);
      max[axis] = Math.max(max[axis]!, value);
    });
  }
  return { min, max };
}
