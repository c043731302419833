import { Vector3, type Camera, type Object3D } from 'three';
import type { Vec3 } from '#core/math';
import type { ViewRect } from './lens.ts';
import { createLeaders, type Leader } from './leaders.ts';
import { middleOf, placeCallout } from './place-callout.ts';
import { placeLabel, type Rect } from './place-label.ts';

/** A label in the view. Panels show the same text, which is accessible there. */
export interface LabelSpec {
  /** `hit`, `first-hit`, `chosen-hit`, `hover-hit` and `origin` are marks: they are always centred on their point. */
  readonly kind: 'depth' | 'selection' | 'curve' | 'chosen-curve' | 'hit' | 'first-hit' | 'chosen-hit' | 'hover-hit' | 'origin';
  readonly text: string;
  /** Of labels with one name only the one with the highest priority is shown. */
  readonly name?: string;
  /** Whether the label is some way off its anchors, with a line to one of them. */
  readonly leader?: true;
  /** CSS colour of a small square before the text. */
  readonly swatch?: string;
  /** Candidate points in the layer's space; the first with room is used. */
  readonly anchors: readonly Vec3[];
  /** Labels with higher priority are placed first. */
  readonly priority: number;
}

export interface Labels {
  /** Shows the labels of a layer. Returns the function that removes them. */
  add(specs: readonly LabelSpec[], layer: Object3D): () => void;
  /** Updates the positions of all labels. Labels without room or under the pointer are hidden. `obstacles` are panels over the view. */
  arrange(
    camera: Camera,
    width: number,
    height: number,
    pointer: readonly [x: number, y: number] | null,
    obstacles?: () => readonly ViewRect[],
    /** Whether a point in the space of the camera's scene is drawn; labels of others are hidden. */
    isDrawn?: (point: Vector3) => boolean,
  ): void;
  dispose(): void;
}

interface Label {
  readonly spec: LabelSpec;
  readonly layer: Object3D;
  readonly element: HTMLElement;
  readonly width: number;
  readonly height: number;
  /** `null` for a label without one. */
  readonly leader: Leader | null;
}

/** Room that a label leaves around the pointer, CSS pixels. */
const pointerRoom = 14;

export function createLabels(container: HTMLElement): Labels {
  const root = document.createElement('div');
  root.className = 'view-labels';
  // What they say is in the panels, in words that a screen reader finds there.
  root.setAttribute('aria-hidden', 'true');
  container.append(root);
  const leaders = createLeaders(root);
  let labels: Label[] = [];
  const point = new Vector3();

  return {
    add(specs, layer) {
      const elements = specs.map(elementOf);
      root.append(...elements);
      const drawn = specs.map(({ leader, kind }) => (leader === true ? leaders.add(kind) : null));
      // Measured after the last has been added, so that the page is laid out once.
      const added = specs.map((spec, i): Label => {
        const element = elements[i]!;
        return { spec, layer, element, width: element.offsetWidth, height: element.offsetHeight, leader: drawn[i]! };
      });
      labels = [...labels, ...added].sort((a, b) => b.spec.priority - a.spec.priority);
      return () => {
        for (const { element, leader } of added) {
          element.remove();
          leader?.remove();
        }
        labels = labels.filter((label) => !added.includes(label));
      };
    },
    arrange(camera, width, height, pointer, obstacles, isDrawn) {
      if (labels.length === 0) return;
      const taken: Rect[] = (obstacles?.() ?? []).map(({ left, top, right, bottom }) => ({
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
      }));
      if (pointer !== null) {
        taken.push({ x: pointer[0] - pointerRoom, y: pointer[1] - pointerRoom, width: 2 * pointerRoom, height: 2 * pointerRoom });
      }
      const view: Rect = { x: 0, y: 0, width, height };
      const pointsOf = ({ spec: { anchors }, layer }: Label): Pixel[] => {
        const points: Pixel[] = [];
        for (const anchor of isShown(layer) ? anchors : []) {
          point.set(...anchor).applyMatrix4(layer.matrixWorld);
          if (isDrawn?.(point) === false) continue;
          point.project(camera);
          if (point.z > -1 && point.z < 1) points.push([(point.x * 0.5 + 0.5) * width, (0.5 - point.y * 0.5) * height]);
        }
        return points;
      };
      placeLabels(labels, pointsOf, taken, view);
    },
    dispose() {
      root.remove();
      labels = [];
    },
  };
}

type Pixel = readonly [x: number, y: number];

/** Places labels in their order; each that is not a mark is added to `taken`. */
function placeLabels(labels: readonly Label[], pointsOf: (label: Label) => readonly Pixel[], taken: Rect[], view: Rect): void {
  const points = labels.map(pointsOf);
  const ofCallouts = points.filter((_, i) => labels[i]!.leader !== null).flat();
  const centre = middleOf(ofCallouts);
  const named = new Set<string>();
  labels.forEach((label, i) => {
    const { spec, element, leader } = label;
    const isTwice = spec.name !== undefined && named.has(spec.name);
    const callout = leader === null || isTwice ? null : placeCallout(points[i]!, label, centre, taken, view);
    const isMark = leader === null && spec.kind !== 'depth' && spec.kind !== 'selection';
    const rect = leader === null && !isTwice ? placeLabel(points[i]!, label, isMark, taken, view) : (callout?.rect ?? null);
    element.classList.toggle('shown', rect !== null);
    leader?.show(callout);
    if (rect === null) return;
    if (spec.name !== undefined) named.add(spec.name);
    if (!isMark) taken.push(rect);
    element.style.transform = `translate(${Math.round(rect.x)}px, ${Math.round(rect.y)}px)`;
  });
}

/** Layers of hidden documents stay in the scene. */
function isShown(layer: Object3D): boolean {
  for (let at: Object3D | null = layer; at !== null; at = at.parent) if (!at.visible) return false;
  return true;
}

function elementOf(spec: LabelSpec): HTMLElement {
  const element = document.createElement('span');
  element.className = `view-label ${spec.kind}`;
  element.style.zIndex = `${Math.round(spec.priority)}`;
  if (spec.swatch !== undefined) {
    const swatch = document.createElement('i');
    swatch.style.backgroundColor = spec.swatch;
    element.append(swatch);
  }
  element.append(spec.text);
  return element;
}
