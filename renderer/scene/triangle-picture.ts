import { Color, DoubleSide, Mesh, Scene, ShaderMaterial, WebGLRenderTarget, type Camera, type WebGLRenderer } from 'three';
import { type IndexSet, setOfMarks } from '../state/selection/index-set.ts';
import type { Pixel } from '../tools/tool.ts';
import type { DocumentView } from './document-view.ts';
import { pixelRuns } from './region-cells.ts';

interface PictureQuery {
  readonly renderer: WebGLRenderer;
  readonly camera: Camera;
  /** The documents that are shown: each may hide others. */
  readonly views: readonly DocumentView[];
  readonly wanted: DocumentView;
  readonly size: { readonly width: number; readonly height: number };
  readonly outline: readonly Pixel[];
}

/**
 * Returns the triangles of a document that a region of the view shows at a pixel, CSS pixels. The triangles are drawn with their numbers as
 * colours into a picture that is not shown, so what hides them there hides them here.
 */
export function trianglesShown({ renderer, camera, views, wanted, size, outline }: PictureQuery): IndexSet {
  const [width, height] = [Math.round(size.width), Math.round(size.height)];
  const marks = new Uint8Array(wanted.triangles);
  const runs = pixelRuns(outline, { width, height });
  if (runs.length === 0) return setOfMarks(marks);
  const [top, bottom] = [runs[0]![0], runs.at(-1)![0] + 1];
  const left = runs.reduce((min, [, first]) => Math.min(min, first), width);
  const right = runs.reduce((max, [, , end]) => Math.max(max, end), 0);
  const rect = { x: left, y: height - bottom, width: right - left, height: bottom - top };
  const pixels = drawNumbers({ renderer, camera, views, wanted, size: { width, height } }, rect);
  for (const [row, first, end] of runs) {
    // Rows of the picture ascend.
    const start = (bottom - 1 - row) * rect.width - left;
    for (let column = first; column < end; column++) {
      const at = 4 * (start + column);
      if (pixels[at + 3] !== 255) continue;
      const triangle = pixels[at]! + 256 * pixels[at + 1]! + 65536 * pixels[at + 2]!;
      if (triangle < marks.length) marks[triangle] = 1;
    }
  }
  return setOfMarks(marks);
}

interface PixelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns (4·w·h) the pixels of a rectangle: three bytes of the triangle number, and 255 for triangles of the wanted document. */
function drawNumbers({ renderer, camera, views, wanted, size }: Omit<PictureQuery, 'outline'>, rect: PixelRect): Uint8Array {
  const scene = new Scene();
  const materials = views.map((view) => {
    const material = numberMaterial(view === wanted);
    // What is cut away hides nothing and is not found.
    material.clippingPlanes = view.drawn.material[0]?.clippingPlanes ?? null;
    // The geometry has a group for each way in which its triangles are painted.
    const object = new Mesh(
      view.drawn.geometry,
      view.drawn.material.map(() => material),
    );
    object.matrixAutoUpdate = false;
    object.matrixWorldAutoUpdate = false;
    object.matrixWorld.copy(view.object.matrixWorld);
    object.frustumCulled = false;
    // Back faces that are not drawn hide nothing.
    object.onBeforeRender = view.drawn.onBeforeRender;
    scene.add(object);
    return material;
  });
  const target = new WebGLRenderTarget(size.width, size.height);
  target.scissor.set(rect.x, rect.y, rect.width, rect.height);
  target.scissorTest = true;
  const pixels = new Uint8Array(4 * rect.width * rect.height);
  const colour = renderer.getClearColor(new Color());
  const alpha = renderer.getClearAlpha();
  try {
    renderer.setClearColor(0, 0);
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    renderer.readRenderTargetPixels(target, rect.x, rect.y, rect.width, rect.height, pixels);
  } finally {
    renderer.setRenderTarget(null);
    renderer.setClearColor(colour, alpha);
    target.dispose();
    for (const material of materials) material.dispose();
  }
  return pixels;
}

/** Geometry of `expandTriangles`: three corners for each triangle. */
function numberMaterial(isWanted: boolean): ShaderMaterial {
  return new ShaderMaterial({
    clipping: true,
    vertexShader: /* glsl */ `
#include <clipping_planes_pars_vertex>
invariant gl_Position;
flat varying int triangle;

void main() {
  triangle = gl_VertexID / 3;
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  #include <clipping_planes_vertex>
  gl_Position = projectionMatrix * mvPosition;
}
`,
    fragmentShader: /* glsl */ `
#include <clipping_planes_pars_fragment>
flat varying int triangle;

void main() {
  #include <clipping_planes_fragment>
  gl_FragColor = vec4(ivec4(triangle & 255, (triangle >> 8) & 255, (triangle >> 16) & 255, ${isWanted ? 255 : 128})) / 255.0;
}
`,
    side: DoubleSide,
  });
}
