import { Matrix4, type Camera, type WebGLRenderer } from 'three';
import { triangleVertices, type TriangleMesh } from '#core/mesh';
import { placementOf } from '../state/pair/placement.ts';
import { spacesFromWorld } from '../state/section/document-sections.ts';
import { isKept, type HalfSpace } from '../state/section/section.ts';
import { membersOf, setOf, type IndexSet } from '../state/selection/index-set.ts';
import type { Store } from '../state/store/store.ts';
import type { Pixel, ToolView } from '../tools/tool.ts';
import type { DocumentView } from './document-view.ts';
import { trianglesTouching } from './region-triangles.ts';
import { trianglesShown } from './triangle-picture.ts';

/** What regions of the view are made from. */
export interface RegionSource {
  readonly renderer: WebGLRenderer;
  readonly camera: Camera;
  /** The shown documents. */
  readonly views: readonly DocumentView[];
  readonly size: { readonly width: number; readonly height: number };
}

/** Selection by regions of a view: their triangles, and their outline over the view. */
export function createViewRegions(
  root: HTMLElement,
  store: Store,
  source: () => RegionSource,
): Pick<ToolView, 'trianglesIn' | 'showRegion'> {
  const showRegion = regionOutline(root);
  return {
    showRegion,
    trianglesIn(document, outline, through) {
      const { renderer, camera, views, size } = source();
      const wanted = views.find(({ id }) => id === document);
      if (wanted === undefined) return null;
      if (!through) return trianglesShown({ renderer, camera, views, wanted, size, outline });
      camera.updateMatrixWorld();
      const clipFromLocal = new Matrix4()
        .multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
        .multiply(wanted.object.matrixWorld).elements;
      const hidden = store.hiddenTriangles.peek().get(document) ?? null;
      const touched = trianglesTouching({ mesh: wanted.mesh, hidden, space: wanted.space, clipFromLocal, size, outline });
      const kept = spacesFromWorld(placementOf(store.scene.peek(), document), store.kept.peek());
      return kept.length === 0 ? touched : withoutCutAway(wanted.mesh, touched, kept);
    },
  };
}

/** Leaves out triangles that are wholly on the far side of a face of the section. */
function withoutCutAway(mesh: TriangleMesh, triangles: IndexSet, kept: readonly HalfSpace[]): IndexSet {
  const isLeft = (triangle: number): boolean => {
    const corners = triangleVertices(mesh, triangle);
    return kept.every((space) => corners.some((corner) => isKept([space], corner)));
  };
  return setOf(triangles.size, membersOf(triangles).filter(isLeft));
}

/** Returns the function that draws the outline of a region over the view; `null` removes it. */
function regionOutline(root: HTMLElement): (outline: readonly Pixel[] | null) => void {
  const name = 'http://www.w3.org/2000/svg';
  let drawing: SVGSVGElement | null = null;
  return (outline) => {
    drawing?.remove();
    drawing = null;
    if (outline === null) return;
    drawing = document.createElementNS(name, 'svg');
    drawing.setAttribute('class', 'view-region');
    drawing.setAttribute('aria-hidden', 'true');
    const polygon = document.createElementNS(name, 'polygon');
    polygon.setAttribute('points', outline.map((pixel) => pixel.join(',')).join(' '));
    drawing.append(polygon);
    root.append(drawing);
  };
}
