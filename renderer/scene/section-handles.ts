import { effect, untracked } from '@preact/signals-core';
import { Group, Quaternion, Vector3, type Object3D } from 'three';
import { dot, type Vec3 } from '#core/math';
import { type Bounds, grownBounds } from '#core/mesh';
import { planeInBox, type BoxCut, type PlaneCut, type Section } from '../state/section/section.ts';
import type { Store } from '../state/store/store.ts';
import { arrowPixels, pixelSize, placedHandles } from '../tools/section-handles.ts';
import type { ToolView } from '../tools/tool.ts';
import { boxesOf } from './boxes.ts';
import { drawOrder, outlinedLines, wideLines } from './figure.ts';
import { joinLayers, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette, Rgb } from './palette.ts';
import { screenMarks } from './screen-marks.ts';

/** The handles of the section, with the frame of the plane or the edges of the box. */
export interface SectionHandles {
  readonly object: Object3D;
  /** Keeps the arrow as long as it was on the screen. Call it before each frame. */
  update(): void;
  dispose(): void;
}

interface HandleParts {
  readonly store: Store;
  readonly view: Pick<ToolView, 'onViewPlane'>;
  readonly palette: () => Palette;
  readonly pixels: PixelScale;
  readonly viewSpace: () => LocalSpace;
  /** The box around all visible documents, world space; `null` for none. Followed. */
  readonly bounds: () => Bounds | null;
  readonly changed: () => void;
}

/** Makes the handles in a scene. */
export function addSectionHandles(scene: Object3D, parts: HandleParts): SectionHandles {
  const handles = createSectionHandles(parts);
  scene.add(handles.object);
  return handles;
}

function createSectionHandles(parts: HandleParts): SectionHandles {
  const object = new Group();
  let arrow: Object3D | null = null;
  const stop = effect(() => {
    const bounds = parts.bounds();
    const section = parts.store.scene.value.display.section;
    const isShown = parts.store.kept.value.length > 0 && bounds !== null;
    const palette = parts.palette();
    if (!isShown) return undefined;
    untracked(parts.changed);
    const layers: Layer[] = [];
    if (section.box.isOn) layers.push(boxFigure(parts, section, palette));
    if (section.plane.isOn) {
      layers.push(frameFigure(parts, section.plane, bounds, palette));
      const figure = arrowFigure(parts, palette);
      arrow = figure.object;
      layers.push(figure);
    }
    const layer = joinLayers(layers);
    object.add(layer.object);
    return () => {
      arrow = null;
      layer.object.removeFromParent();
      layer.dispose();
      untracked(parts.changed);
    };
  });
  return {
    object,
    update() {
      if (arrow === null) return;
      const { point, normal } = parts.store.scene.peek().display.section.plane;
      const { unit } = parts.viewSpace();
      arrow.position.set(...toLocal(parts.viewSpace(), point));
      arrow.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...normal)));
      arrow.scale.setScalar((arrowPixels * pixelSize(parts.view, point)) / unit);
      arrow.updateMatrixWorld(true);
    },
    dispose() {
      stop();
      object.removeFromParent();
    },
  };
}

/** An arrow of length 1 along Z: its foot is dragged to move the plane, its tip to turn it. */
function arrowFigure({ pixels }: HandleParts, palette: Palette): Layer {
  const colour = palette.hover;
  const barbs = [
    [0.06, 0],
    [-0.06, 0],
    [0, 0.06],
    [0, -0.06],
  ].map(([x, y]) => ({ from: [x!, y!, 0.78] as Vec3, to: [0, 0, 0.9] as Vec3, colour }));
  const lines = boxesOf([{ from: [0, 0, 0.13], to: [0, 0, 0.92], colour }, ...barbs]);
  const look = { width: 2, underLine: palette.underLine, faint: 0, through: true, order: drawOrder.pairContacts };
  return joinLayers([
    outlinedLines(lines, 'diagonal', look, pixels),
    knobs([0, 0, 0], 'block', palette.hover, palette, pixels),
    knobs([0, 0, 1], 'dot', palette.hover, palette, pixels),
  ]);
}

function knobs(points: readonly number[], shape: 'block' | 'dot', colour: Rgb, { underLine }: Palette, pixels: PixelScale): Layer {
  // A square of this size has the area of the disc.
  const look = { shape, size: shape === 'block' ? 13 : 11, colour, underLine, faint: 1, order: drawOrder.pairContacts + 1 };
  return screenMarks(Float32Array.from(points), look, pixels);
}

/** The rim of the plane within the bounds of the meshes. */
function frameFigure({ pixels, viewSpace }: HandleParts, plane: PlaneCut, bounds: Bounds, palette: Palette): Layer {
  const space = { normal: plane.normal, offset: dot(plane.normal, plane.point) };
  const rim = planeInBox(space, grownBounds(bounds, 0.02)).map((point) => toLocal(viewSpace(), point));
  const lines = boxesOf(rim.map((from, i) => ({ from, to: rim[(i + 1) % rim.length]!, colour: palette.hover })));
  const look = { width: 1, opacity: 0.55, depth: 'through' } as const;
  return wideLines(lines, 'diagonal', look, pixels, drawOrder.ray);
}

function boxFigure({ pixels, viewSpace, view }: HandleParts, section: Section, palette: Palette): Layer {
  const { min, max }: BoxCut = section.box;
  const space = viewSpace();
  const edges = boxesOf([{ from: toLocal(space, min), to: toLocal(space, max), colour: palette.hover }]);
  const faces = placedHandles({ ...section, plane: { ...section.plane, isOn: false } }, view);
  const points = faces.flatMap(({ position }) => [...toLocal(space, position)]);
  return joinLayers([
    wideLines(edges, 'edges', { width: 1, opacity: 0.55, depth: 'through' }, pixels, drawOrder.ray),
    knobs(points, 'block', palette.hover, palette, pixels),
  ]);
}
