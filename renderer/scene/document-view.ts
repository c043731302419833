import { effect, untracked } from '@preact/signals-core';
import { Group } from 'three';
import type { Bounds, TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { DocumentColours } from '../state/colour/document-colours.ts';
import type { Store } from '../state/store/store.ts';
import { createBoxesLayer } from './boxes-layer.ts';
import { documentFacts, type DocumentFacts } from './document-facts.ts';
import { clipObject, uncut, type ClipPlanes } from './clip.ts';
import { groupRgb } from './group-colour.ts';
import { meshDrawing } from './mesh-drawing.ts';
import { createSectionLayer } from './section-layer.ts';
import type { Labels } from './labels.ts';
import type { FindingClusters } from './finding-clusters.ts';
import { joinLayers, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { localSpaceOf, placeInView, type LocalSpace } from './local-space.ts';
import { figureLayersOf } from './figure-layers.ts';
import { createFindingHighlight, createFindingsLayer } from './findings-layer.ts';
import { createMeshLayer, type MeshLayer } from './mesh-layer.ts';
import { createContactHighlight, createContactLayer, createIntersectingLayer, type ContactLayerInput } from './contact-layer.ts';
import type { Palette } from './palette.ts';
import { createRayLayer } from './ray-layer.ts';
import { createVersionsLayer } from './versions-layer.ts';
import { createPinLayer, createProbeLayer } from './probe-layer.ts';
import { shownSlice } from '../state/probe/slice-state.ts';
import { createSliceLayer } from './slice-layer.ts';
import { traceView } from './trace-view.ts';
import { createSphereLayer } from './sphere-layer.ts';
import { movingLayersOf } from './moving-layers.ts';
import { walkLayerOf } from './walk-layer.ts';
import { createHoverLayer, createSelectionLayer, type HighlightInput } from './selection-layer.ts';

/** Objects that the views of all documents share. */
export interface ViewParts {
  readonly store: Store;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  /** What the view keeps, shared by the materials of all layers. */
  readonly clip: ClipPlanes;
  readonly labels: Pick<Labels, 'add'>;
  readonly clusters: Pick<FindingClusters, 'add'>;
  /** The space of the view. */
  readonly viewSpace: LocalSpace;
  /** Requests a frame, since something looks different now. */
  changed(): void;
}

/** A document in the view. Each of its layers follows the part of the store that it shows. */
export interface DocumentView {
  readonly id: DocumentId;
  readonly mesh: TriangleMesh;
  readonly bounds: Bounds;
  readonly space: LocalSpace;
  readonly object: Group;
  /** The mesh itself: its geometry has the visible triangles. */
  readonly drawn: MeshLayer['drawn'];
  readonly triangles: number;
  dispose(): void;
}

/** Objects that the layers of one document share. */
interface DocumentLayers {
  readonly parts: ViewParts;
  readonly id: DocumentId;
  readonly mesh: TriangleMesh;
  readonly space: LocalSpace;
  readonly object: Group;
  readonly meshLayer: MeshLayer;
  readonly facts: DocumentFacts;
}

export function createDocumentView(parts: ViewParts, id: DocumentId, mesh: TriangleMesh, bounds: Bounds): DocumentView {
  const space = localSpaceOf(bounds);
  const object = new Group();
  object.matrixAutoUpdate = false;
  const meshLayer = createMeshLayer(mesh, bounds, space, parts.palette);
  object.add(meshLayer.object);
  const layers: DocumentLayers = { parts, id, mesh, space, object, meshLayer, facts: documentFacts(parts.store, id) };
  const stops = [
    ...followMesh(layers),
    followVersions(layers),
    followSection(layers, bounds),
    followBoxes(layers),
    ...figureLayersOf(parts, id, space).map((make) => followLayer(object, parts, make)),
    ...followFindings(layers),
    ...followHighlights(layers),
    followRay(layers),
    followSphere(layers),
    ...followProbes(layers, bounds),
    followLayer(object, parts, walkLayerOf(parts.store, id, meshLayer.surface, parts.palette)),
    ...movingLayersOf({ ...parts, id, surface: meshLayer.surface, space }).map((make) => followLayer(object, parts, make)),
    followTrace(layers),
    ...followContacts(layers),
    ...(['selection', 'hover'] as const).flatMap((colour) => followChosenContact(layers, colour)),
  ];
  return {
    id,
    mesh,
    bounds,
    space,
    object,
    drawn: meshLayer.drawn,
    triangles: meshLayer.surface.triangles,
    dispose() {
      for (const stop of stops) stop();
      meshLayer.dispose();
      object.removeFromParent();
      parts.changed();
    },
  };
}

function highlightInput({ parts: { palette, pixels }, mesh, meshLayer, space, facts }: DocumentLayers): HighlightInput {
  return {
    mesh,
    surface: meshLayer.surface,
    tree: facts.tree.value,
    space,
    palette,
    pixels,
    through: facts.shading.value === 'xray',
    exact: facts.exact.value,
    slack: facts.slack.value,
    hidden: facts.hiddenTriangles.value,
  };
}

/** The contacts of the moving mesh with this mesh, if this is the fixed mesh. */
function contactInput({ parts: { palette, pixels }, space, facts }: DocumentLayers): ContactLayerInput | null {
  const pairContacts = facts.side.value === 'a' ? facts.pairContacts.value : null;
  return pairContacts === null ? null : { pairContacts, space, palette, pixels, through: facts.shading.value === 'xray' };
}

/** Placement, shading and hidden parts of the mesh. */
function followMesh({
  parts: { viewSpace, changed, pixels, palette, clip },
  mesh,
  space,
  object,
  meshLayer,
  facts,
}: DocumentLayers): (() => void)[] {
  return [
    effect(() => {
      object.matrix.fromArray(placeInView(viewSpace, space, facts.placement.value));
      object.updateMatrixWorld(true);
      changed();
    }),
    effect(() => {
      object.visible = facts.visible.value;
      meshLayer.setLook({
        shading: facts.shading.value,
        ground: facts.ground.value,
        colliderOpacity: facts.colliderOpacity.value,
        ratio: pixels.ratio,
      });
      clipObject(meshLayer.object, clip);
      changed();
    }),
    effect(() => {
      meshLayer.setCulling(facts.culls.value);
      changed();
    }),
    effect(() => {
      const colours = facts.colours.value;
      meshLayer.setTint(colours === null ? null : tintOf(colours, palette));
      clipObject(meshLayer.object, clip);
      changed();
    }),
    effect(() => {
      meshLayer.setVisible(
        facts.isReplaced.value ? { list: null, runs: [] } : meshDrawing(mesh, facts.hiddenTriangles.value, facts.solid.value),
      );
      changed();
    }),
  ];
}

/** Two versions of the mesh, in its place. */
function followVersions({ parts, space, object, facts }: DocumentLayers): () => void {
  return followLayer(object, parts, () => {
    const [versions, view] = [facts.versions.value, facts.versionView.value];
    if (versions === null || view === 'off') return null;
    const [shading, culls] = [facts.shading.value, facts.culls.value];
    return createVersionsLayer({ versions, view, shading, culls, space, palette: parts.palette, ratio: parts.pixels.ratio });
  });
}

/** (3·T) */
function tintOf({ groups, groupOf }: DocumentColours, palette: Palette): Uint8Array {
  const bytes = groups.map(({ paint }) => groupRgb(paint, palette).map((value) => Math.round(255 * value)));
  const colours = new Uint8Array(3 * groupOf.length);
  for (let triangle = 0; triangle < groupOf.length; triangle++) {
    const colour = bytes[groupOf[triangle]!]!;
    for (let k = 0; k < 3; k++) colours[3 * triangle + k] = colour[k]!;
  }
  return colours;
}

/** Outlines and caps where the section cuts this mesh. They lie in its faces and are not cut again. */
function followSection({ parts, id, space, object, facts }: DocumentLayers, bounds: Bounds): () => void {
  const { palette, pixels } = parts;
  return followLayer(object, parts, () => {
    const faces = facts.section.value;
    if (faces === null) return null;
    return uncut(
      createSectionLayer({
        faces,
        bounds,
        space,
        palette,
        pixels,
        caps: facts.caps.value && facts.shading.value === 'shaded',
        colliderOpacity: facts.colliderOpacity.value,
        through: facts.shading.value === 'xray',
        order: id,
      }),
    );
  });
}

function followBoxes({ parts, mesh, space, object, facts }: DocumentLayers): () => void {
  const { palette, pixels } = parts;
  const { tree, level, fill, exact, slack, shading } = facts;
  return followLayer(object, parts, () => {
    if (tree.value === null || level.value === null) return null;
    return createBoxesLayer({
      mesh,
      tree: tree.value,
      level: level.value,
      fill: fill.value,
      exact: exact.value,
      slack: slack.value,
      through: shading.value === 'xray',
      space,
      palette,
      pixels,
    });
  });
}

function followFindings(layers: DocumentLayers): (() => void)[] {
  const { parts, object, facts } = layers;
  const chosen = [
    ['selection', facts.selectedFinding],
    ['hover', facts.hoveredFinding],
  ] as const;
  return [
    followLayer(object, parts, () => {
      const findings = facts.findings.value;
      return findings === null ? null : createFindingsLayer(highlightInput(layers), findings, facts.markedKinds.value, layers.id);
    }),
    ...chosen.map(([kind, finding]) =>
      followLayer(object, parts, () =>
        finding.value === null ? null : createFindingHighlight(highlightInput(layers), finding.value.finding, finding.value.item, kind),
      ),
    ),
  ];
}

function followHighlights(layers: DocumentLayers): (() => void)[] {
  const { parts, object, facts } = layers;
  return [
    followLayer(object, parts, () => {
      const selection = facts.selection.value;
      return selection === null ? null : createSelectionLayer(highlightInput(layers), selection, facts.path.value);
    }),
    followLayer(object, parts, () => {
      const hover = facts.hover.value;
      return hover === null ? null : createHoverLayer(highlightInput(layers), hover);
    }),
  ];
}

function followRay({ parts, mesh, space, object, meshLayer, facts }: DocumentLayers): () => void {
  const { store, palette, pixels } = parts;
  return followLayer(object, parts, () => {
    const ray = facts.ray.value;
    if (ray === null) return null;
    const outcome = store.ray.value;
    return createRayLayer({
      mesh,
      surface: meshLayer.surface,
      space,
      palette,
      pixels,
      ray,
      hits: outcome?.input === ray ? outcome.result.hits : [],
      selected: facts.selectedHit.value,
      hovered: facts.hoveredHit.value,
    });
  });
}

function followSphere({ parts, space, object, meshLayer, facts }: DocumentLayers): () => void {
  const { store, palette, pixels } = parts;
  return followLayer(object, parts, () => {
    const sphere = facts.sphere.value;
    if (sphere === null) return null;
    const outcome = store.sphere.value;
    const pushed = store.pushOut.value;
    return createSphereLayer({
      surface: meshLayer.surface,
      space,
      palette,
      pixels,
      sphere,
      outcome: outcome?.input === sphere ? outcome : null,
      pushed: pushed?.input === sphere ? pushed.result : null,
      selected: facts.selectedTouch.value,
      hovered: facts.hoveredTouch.value,
    });
  });
}

/** The pinned probes, and the current one with its triangles. */
function followProbes({ parts, space, object, meshLayer, facts }: DocumentLayers, bounds: Bounds): (() => void)[] {
  const { store, palette, pixels } = parts;
  const input = { surface: meshLayer.surface, bounds, space, palette, pixels };
  const pins = followLayer(object, parts, () => {
    const own = facts.pins.value;
    return own.length === 0 ? null : joinLayers(own.map(({ shape }) => createPinLayer({ ...input, shape, outcome: null })));
  });
  const current = followLayer(object, parts, () => {
    const probe = facts.probe.value;
    if (probe === null) return null;
    const outcome = store.probe.value;
    return createProbeLayer({ ...input, shape: probe.shape, outcome: outcome?.input === probe ? outcome : null });
  });
  const slice = followLayer(object, parts, () => {
    const picture = shownSlice(store.slice.value);
    return picture === null || picture.input !== facts.probe.value ? null : createSliceLayer(picture, space);
  });
  return [pins, current, slice];
}

/** The recorded query of the query debugger. */
function followTrace({ parts, id, mesh, space, object, meshLayer }: DocumentLayers): () => void {
  return followLayer(object, parts, () => traceView({ ...parts, id, mesh, surface: meshLayer.surface, space }));
}

/** Triangles of this mesh that intersect the other, and the contact curves. */
function followContacts(layers: DocumentLayers): (() => void)[] {
  const { parts, object, meshLayer, facts } = layers;
  const { palette } = parts;
  return [
    followLayer(object, parts, () => {
      const intersecting = facts.intersecting.value;
      return intersecting === null || intersecting.triangles.length === 0
        ? null
        : createIntersectingLayer(meshLayer.surface, intersecting.triangles, palette[intersecting.side], palette);
    }),
    followLayer(object, parts, () => {
      const pairContacts = contactInput(layers);
      return pairContacts === null ? null : createContactLayer(pairContacts);
    }),
  ];
}

/** The selected or hovered contact or contact curve, and the triangle of this mesh that is part of that contact. */
function followChosenContact(layers: DocumentLayers, colour: 'selection' | 'hover'): (() => void)[] {
  const { parts, id, object, facts } = layers;
  const chosen = colour === 'selection' ? facts.selectedContact : facts.hoveredContact;
  return [
    followLayer(object, parts, () => {
      const pairContacts = contactInput(layers);
      return pairContacts === null || chosen.value === null ? null : createContactHighlight(pairContacts, chosen.value, colour);
    }),
    followLayer(object, parts, () => {
      const [side, contact] = [facts.side.value, chosen.value];
      if (side === null || contact?.kind !== 'contact' || facts.intersecting.value === null) return null;
      const triangle = { kind: 'triangle', document: id, triangle: side === 'a' ? contact.a : contact.b, node: null } as const;
      const surface = { ...highlightInput(layers), tree: null };
      return colour === 'hover' ? createHoverLayer(surface, triangle) : createSelectionLayer(surface, triangle, false);
    }),
  ];
}

/** Makes a layer again whenever its signals change; the old one is disposed first. */
function followLayer(parent: Group, { labels, clusters, clip, changed }: ViewParts, make: () => Layer | null): () => void {
  return effect(() => {
    const layer = make();
    if (layer === null) return undefined;
    untracked(changed);
    clipObject(layer.object, clip);
    parent.add(layer.object);
    parent.updateMatrixWorld(true);
    const hideLabels = labels.add(layer.labels ?? [], layer.object);
    const hideClusters = clusters.add(layer.clusters ?? []);
    return () => {
      hideLabels();
      hideClusters();
      layer.object.removeFromParent();
      layer.dispose();
      changed();
    };
  });
}
