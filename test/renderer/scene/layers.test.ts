import { BackSide, type BufferGeometry, DoubleSide, FrontSide, type LineSegments, Material, Mesh, type Object3D } from 'three';
import { SceneCamera } from '../../../renderer/scene/scene-camera.ts';
import { describe, expect, it } from 'vitest';
import { defaultValues } from '#core/options/option';
import { rayOptions } from '#core/options/ray-options';
import { sphereOptions } from '#core/options/sphere-options';
import { raycast } from '#core/query/ray/ray';
import { meshBounds } from '#core/mesh/bounds';
import { triangleCount } from '#core/mesh/triangle-mesh';
import { createBoxesLayer, maxWideBoxes } from '../../../renderer/scene/boxes-layer.ts';
import { createGridLayer, gridUnder } from '../../../renderer/scene/grid-layer.ts';
import { drawOrder } from '../../../renderer/scene/figure.ts';
import type { Layer } from '../../../renderer/scene/layer.ts';
import { createPixelScale } from '../../../renderer/scene/line-material.ts';
import { localSpaceOf } from '../../../renderer/scene/local-space.ts';
import { createMeshLayer } from '../../../renderer/scene/mesh-layer.ts';
import { createRayLayer, normalLength } from '../../../renderer/scene/ray-layer.ts';
import { createSphereLayer, maxTouchMarks, type SphereLayerInput } from '../../../renderer/scene/sphere-layer.ts';
import { createHoverLayer, createSelectionLayer, type HighlightInput } from '../../../renderer/scene/selection-layer.ts';
import { fullSet, setOf } from '../../../renderer/state/selection/index-set.ts';
import { ball } from '../../fixtures/shapes.ts';
import { palette, storeWith, treeOf } from './scene-fixture.ts';

const mesh = ball(24, 12);
const bounds = meshBounds(mesh) ?? { min: [0, 0, 0], max: [0, 0, 0] };
const space = localSpaceOf(bounds);
const tree = treeOf(mesh);
const pixels = createPixelScale();
const look = { shading: 'shaded', ground: 'plain', colliderOpacity: 1, ratio: pixels.ratio } as const;
const meshLayer = createMeshLayer(mesh, bounds, space, palette);
const highlight: HighlightInput = {
  mesh,
  surface: meshLayer.surface,
  tree,
  space,
  palette,
  pixels,
  through: false,
  exact: false,
  slack: 1,
  hidden: null,
};
const ray = {
  document: 1,
  origin: [-3, 0.1, 0.1],
  direction: [1, 0, 0],
  far: Infinity,
  options: { ...defaultValues(rayOptions), mode: 'all' },
} as const;
const { hits } = raycast(tree, mesh, ray, ray.options);

function sphereInput(radius: number, change: Partial<SphereLayerInput> = {}): SphereLayerInput {
  const sphere = { document: 1, center: [0.95, 0.02, 0.03], radius, options: defaultValues(sphereOptions) } as const;
  const store = storeWith([mesh], { sphere });
  store.closedMeshes.value = new Map([[mesh, true]]);
  const pushed = store.pushOut.value?.result ?? null;
  return {
    surface: meshLayer.surface,
    space,
    palette,
    pixels,
    sphere,
    outcome: store.sphere.value,
    pushed,
    selected: null,
    hovered: null,
    ...change,
  };
}

const layers: Record<string, () => Layer> = {
  'the mesh': () => {
    const layer = createMeshLayer(mesh, bounds, space, palette);
    layer.setLook(look);
    layer.setVisible({ list: null, runs: [{ first: 0, count: 10, paint: 'plain' }] });
    layer.setTint(new Uint8Array(mesh.indices.length));
    return layer;
  },
  'boxes of a level': () =>
    createBoxesLayer({ mesh, tree, exact: false, slack: 1, level: 3, fill: true, through: false, space, palette, pixels }),
  'boxes in x-ray': () =>
    createBoxesLayer({ mesh, tree, exact: true, slack: 1, level: 3, fill: false, through: true, space, palette, pixels }),
  'a selected node with its path': () => createSelectionLayer(highlight, { kind: 'node', document: 1, node: 9 }, true),
  'a selected triangle': () => createSelectionLayer(highlight, { kind: 'triangle', document: 1, triangle: 5, node: null }, true),
  'a selected part': () => createSelectionLayer(highlight, { kind: 'part', document: 1, part: 0 }, false),
  'several selected parts': () => createSelectionLayer(highlight, { kind: 'parts', document: 1, parts: fullSet(1) }, false),
  'several selected triangles': () =>
    createSelectionLayer(highlight, { kind: 'triangles', document: 1, triangles: setOf(triangleCount(mesh), [1, 2, 9]) }, false),
  'the mesh with many hidden triangles': () => {
    const layer = createMeshLayer(mesh, bounds, space, palette);
    layer.setLook(look);
    layer.setVisible({ list: Uint32Array.of(1, 5, 9), runs: [{ first: 0, count: 3, paint: 'plain' }] });
    layer.setVisible({ list: Uint32Array.of(2), runs: [{ first: 0, count: 1, paint: 'plain' }] });
    return layer;
  },
  'a hovered node': () => createHoverLayer(highlight, { kind: 'node', document: 1, node: 4 }),
  'a ray with its hits': () =>
    createRayLayer({ mesh, surface: meshLayer.surface, space, palette, pixels, ray, hits, selected: 1, hovered: 0 }),
  'a sphere with its touches and its push-out': () => createSphereLayer(sphereInput(0.3, { selected: 275, hovered: 276 })),
  'a sphere that touches very many': () => createSphereLayer(sphereInput(3)),
  'the grid': () => createGridLayer(gridUnder(bounds, '+z'), space, palette),
};

describe('layers', () => {
  for (const [name, make] of Object.entries(layers)) {
    it(`${name}: everything that was made is given back, once`, () => {
      const layer = make();
      const made = resourcesOf(layer.object);
      expect(made.size).toBeGreaterThan(1);
      const given = new Map([...made].map((one) => [one, 0]));
      for (const one of made) one.addEventListener('dispose', () => given.set(one, (given.get(one) ?? 0) + 1));
      layer.dispose();
      expect([...given.values()]).toEqual([...made].map(() => 1));
    });
  }

  it('changing how the mesh is painted gives the old material back', () => {
    const layer = createMeshLayer(mesh, bounds, space, palette);
    layer.setLook(look);
    let given = 0;
    const materials = [...resourcesOf(layer.object)].filter((one) => one instanceof Material);
    for (const one of materials) one.addEventListener('dispose', () => given++);
    expect(materials.length).toBeGreaterThan(0);
    layer.setLook(look);
    expect(given).toBe(0);
    layer.setLook({ ...look, shading: 'wire' });
    expect(given).toBe(materials.length);
    layer.dispose();
  });

  it('the mesh leaves out back faces on demand, in a mirrored picture too', () => {
    const layer = createMeshLayer(mesh, bounds, space, palette);
    const camera = new SceneCamera();
    const sideIn = (isMirrored: boolean): number => {
      camera.lens = { ...camera.lens, isMirrored };
      camera.updateProjectionMatrix();
      const [material] = layer.drawn.material;
      layer.drawn.onBeforeRender(null as never, null as never, camera, layer.drawn.geometry, material!, null as never);
      return material!.side;
    };
    layer.setLook(look);
    expect(sideIn(false)).toBe(DoubleSide);
    layer.setCulling(true);
    expect([sideIn(false), sideIn(true)]).toEqual([FrontSide, BackSide]);
    layer.setLook({ ...look, shading: 'wire' });
    expect(sideIn(false)).toBe(FrontSide);
    layer.setCulling(false);
    expect([sideIn(false), sideIn(true)]).toEqual([DoubleSide, DoubleSide]);
    layer.dispose();
  });

  it('a highlight uses the corners of the mesh and releases them before they are disposed', () => {
    const layer = createSelectionLayer(highlight, { kind: 'node', document: 1, node: 9 }, false);
    const borrowing = [...resourcesOf(layer.object)]
      .filter(isGeometry)
      .filter(({ attributes }) => attributes['position'] === meshLayer.surface.corners);
    expect(borrowing.length).toBe(1);
    layer.dispose();
    expect(borrowing.every(({ attributes }) => attributes['position'] === undefined)).toBe(true);
  });

  it('a hidden run of triangles is left out by ranges, without another copy', () => {
    const layer = createMeshLayer(mesh, bounds, space, palette);
    layer.setVisible({
      list: null,
      runs: [
        { first: 0, count: 10, paint: 'plain' },
        { first: 20, count: 5, paint: 'collider' },
      ],
    });
    const [geometry] = [...resourcesOf(layer.object)].filter(isGeometry);
    expect(geometry?.groups).toEqual([
      { start: 0, count: 30, materialIndex: 0 },
      { start: 60, count: 15, materialIndex: 1 },
    ]);
    expect(geometry?.getAttribute('position')).toBe(layer.surface.corners);
    layer.dispose();
  });
});

describe('what layers show', () => {
  it('few boxes have wide lines, very many have lines of one pixel', () => {
    const fine = treeOf(ball(96, 48), { leafTriangles: 1 });
    const countOf = (level: number): { wide: number; thin: number } => {
      const layer = createBoxesLayer({
        mesh: ball(96, 48),
        tree: fine,
        exact: false,
        slack: 1,
        level,
        fill: false,
        through: false,
        space,
        palette,
        pixels,
      });
      const objects = drawn(layer.object);
      layer.dispose();
      return { wide: objects.filter((one) => one instanceof Mesh).length, thin: objects.filter((one) => !(one instanceof Mesh)).length };
    };
    expect(countOf(5)).toEqual({ wide: 2, thin: 0 });
    const deep = Array.from({ length: fine.depth }, (_, level) => level).find((level) => 2 ** level > 2 * maxWideBoxes);
    expect(countOf(deep ?? 0)).toEqual({ wide: 0, thin: 1 });
  });

  it('a selected node lights exactly its own triangles', () => {
    const node = 9;
    const layer = createSelectionLayer(highlight, { kind: 'node', document: 1, node }, false);
    const lit = [...resourcesOf(layer.object)]
      .filter(isGeometry)
      .find(({ attributes }) => attributes['position'] === meshLayer.surface.corners);
    const triangles = new Set(Array.from(lit?.index?.array ?? [], (corner) => Math.floor(corner / 3)));
    const leaf = new Set<number>();
    const below = (at: number): void => {
      const count = tree.nodesU32[8 * at + 7]!;
      if (count >= 0x8000_0000) for (let i = 0; i < count - 0x8000_0000; i++) leaf.add(tree.leafOrder[tree.nodesU32[8 * at + 6]! + i]!);
      else [at + 1, tree.nodesU32[8 * at + 6]!].forEach(below);
    };
    below(node);
    expect(triangles).toEqual(leaf);
    layer.dispose();
  });

  it('labels the path by depth and the chosen node by number', () => {
    const layer = createSelectionLayer(highlight, { kind: 'node', document: 1, node: 9 }, true);
    const texts = layer.labels?.map(({ text }) => text) ?? [];
    expect(texts[0]).toBe('depth 0');
    expect(texts.at(-1)).toBe('node 9');
    layer.dispose();
  });

  it('numbers the hits along the ray, the first one larger', () => {
    const layer = createRayLayer({ mesh, surface: meshLayer.surface, space, palette, pixels, ray, hits, selected: null, hovered: null });
    const marks = layer.labels?.filter(({ kind }) => kind !== 'origin').map(({ kind, text }) => `${kind} ${text}`);
    expect(marks).toEqual(['first-hit 1', 'hit 2']);
    layer.dispose();
  });

  it('draws the normal of a near hit short, so that it does not leave the view of a large mesh', () => {
    expect(normalLength(40, 100)).toBeCloseTo(3.6, 12);
    expect(normalLength(40, 8)).toBe(1);
    expect(normalLength(40, 0)).toBeCloseTo(0.1, 12);
  });

  it('a sphere lights exactly the triangles that it touches, by feature while they are few', () => {
    for (const radius of [0.3, 3]) {
      const input = sphereInput(radius);
      const { triangles } = input.outcome!;
      expect(triangles.length > maxTouchMarks).toBe(radius === 3);
      const layer = createSphereLayer(input);
      const lit = [...resourcesOf(layer.object)]
        .filter(isGeometry)
        .filter(({ attributes }) => attributes['position'] === meshLayer.surface.corners);
      expect(lit.length).toBe(radius === 3 ? 1 : 3);
      const shown = lit.flatMap((geometry) => Array.from(geometry.index?.array ?? [], (corner) => Math.floor(corner / 3)));
      expect([...new Set(shown)].sort((a, b) => a - b)).toEqual([...triangles]);
      expect(shown.length).toBe(3 * triangles.length);
      layer.dispose();
    }
  });

  it('an invalid sphere is not drawn, one without a tree is', () => {
    const input = sphereInput(0.3, { outcome: null, pushed: null });
    const count = (layer: Layer): number => {
      const objects = drawn(layer.object).length;
      layer.dispose();
      return objects;
    };
    expect(count(createSphereLayer(input))).toBe(3);
    expect(count(createSphereLayer({ ...input, sphere: { ...input.sphere, radius: Number.NaN } }))).toBe(0);
  });

  it('draws nothing for a node of a tree that is gone', () => {
    const layer = createSelectionLayer(highlight, { kind: 'node', document: 1, node: 1e9 }, true);
    expect(drawn(layer.object)).toEqual([]);
    layer.dispose();
  });
});

type Drawn = Mesh | LineSegments;

function drawn(root: Object3D): Drawn[] {
  const found: Drawn[] = [];
  root.traverse((object) => {
    if ('geometry' in object) found.push(object as Drawn);
  });
  return found;
}

function resourcesOf(root: Object3D): Set<BufferGeometry | Material> {
  return new Set(drawn(root).flatMap(({ geometry, material }) => [geometry, ...[material].flat()]));
}

function isGeometry(resource: BufferGeometry | Material): resource is BufferGeometry {
  return !(resource instanceof Material);
}

describe('the highlight of something hidden', () => {
  const painted = (hidden: readonly number[], selection: Parameters<typeof createSelectionLayer>[1]): number => {
    const layer = createSelectionLayer({ ...highlight, hidden: setOf(triangleCount(mesh), hidden) }, selection, false);
    let triangles = 0;
    layer.object.traverse((object) => {
      if (!(object instanceof Mesh) || object.renderOrder !== drawOrder.lit) return;
      const { index, drawRange } = object.geometry as BufferGeometry;
      const count = Number.isFinite(drawRange.count) ? drawRange.count : (index?.count ?? 0);
      triangles = Math.max(triangles, count / 3);
    });
    layer.dispose();
    return triangles;
  };
  const all = Array.from({ length: triangleCount(mesh) }, (_, i) => i);

  it('is empty for a hidden part, and has the visible triangles of others', () => {
    const part = { kind: 'part', document: 1, part: 0 } as const;
    expect(painted([], part)).toBe(all.length);
    expect(painted(all, part)).toBe(0);
    expect(painted(all.slice(3), part)).toBe(3);
  });

  it('is empty for a hidden triangle, and for hidden ones below a node', () => {
    expect(painted([5], { kind: 'triangle', document: 1, triangle: 5, node: null })).toBe(0);
    expect(painted([4], { kind: 'triangle', document: 1, triangle: 5, node: null })).toBe(1);
    expect(painted(all, { kind: 'node', document: 1, node: 0 })).toBe(0);
  });
});
