import { Matrix4, type Camera, type WebGLRenderer } from 'three';
import { cullsBackFaces } from '../state/store/culls-back-faces.ts';
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
      if (!through)
        return trianglesShown({ renderer, camera, views, wanted, size, outline, culls: cullsBackFaces(store.scene.peek().display) });
      camera.updateMatrixWorld();
      const clipFromLocal = new Matrix4()
        .multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
        .multiply(wanted.object.matrixWorld).elements;
      const hidden = store.hiddenTriangles.peek().get(document) ?? null;
      return trianglesTouching({ mesh: wanted.mesh, hidden, space: wanted.space, clipFromLocal, size, outline });
    },
  };
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
