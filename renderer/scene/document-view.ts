import { effect, untracked } from '@preact/signals-core';
import { Group } from 'three';
import type { Bounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { DocumentId } from '#host-api';
import { hiddenKey } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { createBoxesLayer } from './boxes-layer.ts';
import { documentFacts } from './document-facts.ts';
import { visibleRanges } from './expand-triangles.ts';
import type { Labels } from './labels.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { localSpaceOf, placeInView, type LocalSpace } from './local-space.ts';
import { createFindingHighlight, createFindingsLayer } from './findings-layer.ts';
import { createMeshLayer } from './mesh-layer.ts';
import { createMeetingHighlight, createMeetingLayer, createMetLayer, type MeetingLayerInput } from './meeting-layer.ts';
import type { Palette } from './palette.ts';
import { createRayLayer } from './ray-layer.ts';
import { createSphereLayer } from './sphere-layer.ts';
import { createHoverLayer, createSelectionLayer, type HighlightInput } from './selection-layer.ts';

/** What every document's view shares. */
export interface ViewParts {
  readonly store: Store;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  readonly labels: Pick<Labels, 'add'>;
  /** Of the view, and of the world. */
  readonly viewSpace: LocalSpace;
  /** Something looks different now. */
  changed(): void;
}

/** A document in the view: its layers follow the store, each when what it shows changes. */
export interface DocumentView {
  readonly id: DocumentId;
  readonly mesh: TriangleMesh;
  readonly bounds: Bounds;
  readonly space: LocalSpace;
  readonly object: Group;
  dispose(): void;
}

export function createDocumentView(parts: ViewParts, id: DocumentId, mesh: TriangleMesh, bounds: Bounds): DocumentView {
  const { store, palette, pixels, viewSpace, changed } = parts;
  const space = localSpaceOf(bounds);
  const object = new Group();
  object.matrixAutoUpdate = false;
  const meshLayer = createMeshLayer(mesh, bounds, space, palette);
  object.add(meshLayer.object);
  const facts = documentFacts(store, id);
  const highlight = (): HighlightInput => ({
    mesh,
    surface: meshLayer.surface,
    tree: facts.tree.value,
    space,
    palette,
    pixels,
    through: facts.shading.value === 'xray',
    exact: facts.exact.value,
    slack: facts.slack.value,
  });

  /** Where the moving mesh meets this mesh, when it is the still one. */
  const meetingInput = (): MeetingLayerInput | null => {
    const meeting = facts.side.value === 'a' ? facts.meeting.value : null;
    return meeting === null ? null : { meeting, space, palette, pixels, through: facts.shading.value === 'xray' };
  };

  const follow = (make: () => Layer | null): (() => void) => followLayer(object, parts, make);
  const stops = [
    effect(() => {
      object.matrix.fromArray(placeInView(viewSpace, space, facts.placement.value));
      object.updateMatrixWorld(true);
      changed();
    }),
    effect(() => {
      object.visible = facts.visible.value;
      meshLayer.setLook(facts.shading.value, facts.ground.value);
      changed();
    }),
    effect(() => {
      const hidden = facts.hidden.value;
      meshLayer.setVisible(visibleRanges(mesh, (part) => hidden.has(hiddenKey(id, part))));
      changed();
    }),
    follow(() => {
      const { tree, level, fill, exact, slack, shading } = facts;
      if (tree.value === null || level.value === null) return null;
      const through = shading.value === 'xray';
      return createBoxesLayer({
        mesh,
        tree: tree.value,
        level: level.value,
        fill: fill.value,
        exact: exact.value,
        slack: slack.value,
        through,
        space,
        palette,
        pixels,
      });
    }),
    follow(() => {
      const findings = facts.findings.value;
      return findings === null ? null : createFindingsLayer(highlight(), findings, facts.hiddenKinds.value);
    }),
    ...(
      [
        ['selection', facts.selectedFinding],
        ['hover', facts.hoveredFinding],
      ] as const
    ).map(([kind, thing]) =>
      follow(() => (thing.value === null ? null : createFindingHighlight(highlight(), thing.value.finding, thing.value.item, kind))),
    ),
    follow(() => {
      const selection = facts.selection.value;
      return selection === null ? null : createSelectionLayer(highlight(), selection, facts.path.value);
    }),
    follow(() => {
      const hover = facts.hover.value;
      return hover === null ? null : createHoverLayer(highlight(), hover);
    }),
    follow(() => {
      const ray = facts.ray.value;
      if (ray === null) return null;
      const answer = store.ray.value;
      const hits = answer?.input === ray ? answer.answer.hits : [];
      const { surface } = meshLayer;
      return createRayLayer({
        mesh,
        surface,
        space,
        palette,
        pixels,
        ray,
        hits,
        selected: facts.selectedHit.value,
        hovered: facts.hoveredHit.value,
      });
    }),
    follow(() => {
      const sphere = facts.sphere.value;
      if (sphere === null) return null;
      const answer = store.sphere.value;
      const pushed = store.pushOut.value;
      return createSphereLayer({
        surface: meshLayer.surface,
        space,
        palette,
        pixels,
        sphere,
        outcome: answer?.input === sphere ? answer : null,
        pushed: pushed?.input === sphere ? pushed.answer : null,
        selected: facts.selectedTouch.value,
        hovered: facts.hoveredTouch.value,
      });
    }),
    follow(() => {
      const met = facts.met.value;
      return met === null || met.triangles.length === 0
        ? null
        : createMetLayer(meshLayer.surface, met.triangles, palette[met.side], palette);
    }),
    follow(() => {
      const meeting = meetingInput();
      return meeting === null ? null : createMeetingLayer(meeting);
    }),
    ...(
      [
        ['selection', facts.selectedMeeting],
        ['hover', facts.hoveredMeeting],
      ] as const
    ).flatMap(([colour, thing]) => [
      follow(() => {
        const [meeting, chosen] = [meetingInput(), thing.value];
        return meeting === null || chosen === null ? null : createMeetingHighlight(meeting, chosen, palette[colour]);
      }),
      follow(() => {
        const [side, chosen] = [facts.side.value, thing.value];
        if (side === null || chosen?.kind !== 'contact' || facts.met.value === null) return null;
        const triangle = { kind: 'triangle', document: id, triangle: side === 'a' ? chosen.a : chosen.b, node: null } as const;
        const surface = { ...highlight(), tree: null };
        return colour === 'hover' ? createHoverLayer(surface, triangle) : createSelectionLayer(surface, triangle, false);
      }),
    ]),
  ];

  return {
    id,
    mesh,
    bounds,
    space,
    object,
    dispose() {
      for (const stop of stops) stop();
      meshLayer.dispose();
      object.removeFromParent();
      changed();
    },
  };
}

/** Keeps a layer as its signals say: the old one is given back before the new one is made. */
function followLayer(parent: Group, { labels, changed }: ViewParts, make: () => Layer | null): () => void {
  return effect(() => {
    const layer = make();
    untracked(changed);
    if (layer === null) return undefined;
    parent.add(layer.object);
    parent.updateMatrixWorld(true);
    const hideLabels = labels.add(layer.labels ?? [], layer.object);
    return () => {
      hideLabels();
      layer.object.removeFromParent();
      layer.dispose();
      changed();
    };
  });
}
