import { openCount } from '#core/health';
import { nodeRange, nodesAtLevel } from '#core/tree';
import { hiddenKey, isOfQuery, type Hover, type QuerySelection, type Selection } from '../state/store/records.ts';
import type { DocumentId } from '#host-api';
import { documentLabel } from '../state/documents/document-label.ts';
import { findingLabel } from '../state/health/finding-label.ts';
import { noFindings } from '../state/health/health-query.ts';
import { isDrawable, markedKinds } from '../state/health/shown-kinds.ts';
import { shownClearance } from '../state/measure/clearance.ts';
import { motionOutcome } from '../state/motion/motion-search.ts';
import { shownOutcome } from '../state/pair/pair-query.ts';
import { selectionExists } from '../state/selection/selection-exists.ts';
import type { Store } from '../state/store/store.ts';
import { formatCount, formatMany, formatNumber } from '../text/format-number.ts';
import { curvesTitle } from '../text/curves-title.ts';
import { loopsText } from '../text/loops-text.ts';
import { depthColour } from './depth-colour.ts';
import { capital, volumeWords } from '../text/volume-words.ts';
import { elementNames } from '../text/element-names.ts';
import { hasGrid } from './boxes-layer.ts';
import { isClustered, markedWords } from './findings-layer.ts';
import type { LegendItem } from './legend-item.ts';
import {
  changeItems,
  colliderItems,
  colourLegend,
  distanceLegend,
  sectionItems,
  type ColourLegend,
  type DistanceLegend,
} from './legend-colours.ts';
import { showsOwnColours } from './legend-cover.ts';
import { markOf, severityColours } from './finding-marks.ts';
import { pathTo } from './selection-layer.ts';
import { maxTouchMarks } from './sphere-layer.ts';
import { probeItems } from './legend-probe.ts';
import { traceItems } from './legend-trace.ts';
import { isDrawnAsSpheres, isDrawnByBoxes, maxHulls } from './volume-figure.ts';

/** The legend of what the view currently draws, as data for a panel over it. */
export interface Legend {
  readonly depth: DepthLegend | null;
  /** `null` without a heat map of distances. */
  readonly distances: DistanceLegend | null;
  readonly items: readonly LegendItem[];
  /** `null` for plain meshes. */
  readonly colours: ColourLegend | null;
}

/** The scale of depth colours: one step for each depth, from the root to the deepest. */
export interface DepthLegend {
  /** `level 5 drawn, path to node 6,370`. */
  readonly title: string;
  /** `drawn`: a box of this depth is in the view now. */
  readonly steps: readonly { readonly colour: string; readonly drawn: boolean }[];
  readonly deepest: number;
}

/** Reads signals, so that an effect or a component that calls it follows them. */
export function legendOf(store: Store): Legend {
  const { scene } = store;
  const { activeDocument, hidden } = scene.value;
  const shown = activeDocument !== null && !hidden.has(hiddenKey(activeDocument));
  return {
    depth: shown ? (depthLegend(store) ?? depthColoursLegend(store)) : null,
    distances: distanceLegend(store),
    items: [
      ...volumeItems(store, shown),
      ...changeItems(store),
      ...colliderItems(store),
      ...sectionItems(store),
      ...selectionItems(store, scene.value.selection),
      ...traceItems(store),
      ...hoverItems(store, store.hover.value),
      ...findingItems(store),
      ...rayItems(store),
      ...sphereItems(store),
      ...probeItems(store),
      ...movingItems(store),
      ...clearanceItems(store),
    ],
    colours: colourLegend(store),
  };
}

function depthLegend(store: Store): DepthLegend | null {
  const { selection, display } = store.scene.value;
  const tree = store.activeTree.value?.tree;
  if (tree === undefined || tree.nodeCount === 0) return null;
  const level = display.boxLevel !== null && nodesAtLevel(tree, display.boxLevel).length > 0 ? display.boxLevel : null;
  const chosen = isInDocument(selection, store.scene.value.activeDocument) ? selection : null;
  const path = display.path && chosen !== null ? pathTo(tree, chosen) : null;
  if (level === null && path === null) return null;
  const texts = [level === null ? '' : `level ${level} drawn`, path === null ? '' : `path to node ${formatCount(path.at(-1) ?? 0)}`];
  const steps = Array.from({ length: tree.depth + 1 }, (_, depth) => ({
    colour: depthColour(depth, tree.depth),
    drawn: depth === level || (path !== null && depth < path.length - 1),
  }));
  return { title: texts.filter((text) => text !== '').join(', '), steps, deepest: tree.depth };
}

/** Returns the scale of triangles that have the colour of their leaf's depth: a level is drawn if it has triangles. */
function depthColoursLegend(store: Store): DepthLegend | null {
  const { activeDocument, display } = store.scene.value;
  const groups = activeDocument === null ? undefined : store.colours.value.get(activeDocument)?.groups;
  const tree = store.activeTree.value?.tree;
  if (activeDocument === null || !showsOwnColours(store, activeDocument)) return null;
  if (display.colourBy !== 'depth' || groups === undefined || tree === undefined || tree.nodeCount === 0) return null;
  const filled = new Set(groups.flatMap(({ paint, triangles }) => (paint.kind === 'depth' && triangles > 0 ? [paint.depth] : [])));
  const steps = Array.from({ length: tree.depth + 1 }, (_, depth) => ({
    colour: depthColour(depth, tree.depth),
    drawn: filled.has(depth),
  }));
  return { title: `leaves at depths ${Math.min(...filled)} to ${Math.max(...filled)}`, steps, deepest: tree.depth };
}

/** Returns the items for the bounding volumes, and for the exact boxes and slack. */
function volumeItems(store: Store, shown: boolean): LegendItem[] {
  const tree = store.activeTree.value?.tree;
  const depth = shown ? depthLegend(store) : null;
  if (tree === undefined || depth === null) return [];
  const { exact, slack, boxLevel } = store.scene.value.display;
  const { many } = volumeWords(tree.kind);
  const items: LegendItem[] = [];
  const tooMany = boxLevel !== null && isDrawnByBoxes(tree, nodesAtLevel(tree, boxLevel).length);
  if (tooMany)
    items.push({
      mark: 'stroke',
      colour: 'var(--text-secondary)',
      text: `Boxes around ${many} (more than ${formatCount(maxHulls)})`,
    });
  else if (many !== 'boxes')
    items.push({ mark: isDrawnAsSpheres(tree) ? 'ring' : 'stroke', colour: 'var(--text-secondary)', text: capital(many) });
  if (exact) items.push({ mark: 'dashes', colour: 'var(--text-primary)', text: 'Exact boxes of the triangles' });
  if (exact && slack !== 1 && hasGrid(tree))
    items.push({
      mark: 'stroke',
      colour: boxLevel === null ? 'var(--text-secondary)' : depthColour(Math.min(boxLevel, tree.depth), tree.depth),
      text: `Slack enlarged ${formatNumber(slack)} times`,
    });
  return items;
}

function selectionItems(store: Store, selection: Selection | null): LegendItem[] {
  const text = selection === null || !selectionExists(store, selection) ? null : selectionText(store, selection);
  return text === null ? [] : [{ mark: 'stroke', colour: 'var(--meaning-selection)', text }];
}

function selectionText(store: Store, selection: Selection): string | null {
  switch (selection.kind) {
    case 'document':
      return null;
    case 'part':
      return isHidden(store, selection.document) || store.scene.value.hidden.has(hiddenKey(selection.document, selection.part))
        ? null
        : 'Selected part';
    case 'parts':
      return `Selected: ${formatMany(selection.parts.count, 'part')}`;
    case 'node': {
      const tree = store.scene.value.trees.get(selection.document)?.tree;
      if (tree === undefined || selection.node >= tree.nodeCount) return null;
      const { count } = nodeRange(tree, selection.node);
      return `Selected ${volumeWords(tree.kind).one} and its ${count === 1 ? 'triangle' : formatMany(count, 'triangle')}`;
    }
    case 'triangle':
      return `Selected triangle ${formatCount(selection.triangle)} and its leaf`;
    case 'triangles':
      return `Selected: ${formatMany(selection.triangles.count, 'triangle')}`;
    case 'finding':
      return `Selected: ${findingLabel(store, selection)}`;
    case 'hit':
      return `Selected hit ${selection.hit + 1}`;
    case 'touch':
      return `Selected overlapping triangle ${formatCount(selection.triangle)}`;
    case 'contact':
      return 'Selected contact and its triangles';
    case 'loop':
      return 'Selected contact curve';
  }
}

function hoverItems(store: Store, hover: Hover | null): LegendItem[] {
  // What is under the pointer in another document's row is not in the view.
  if (hover !== null && 'document' in hover && isHidden(store, hover.document)) return [];
  if (hover?.kind === 'finding')
    return [
      { mark: 'stroke', colour: 'var(--text-primary)', text: `Under the pointer: ${findingLabel(store, hover)}${ofMesh(store, hover)}` },
    ];
  if (hover === null || (isOfQuery(hover) && !selectionExists(store, hover))) return [];
  return [{ mark: 'stroke', colour: 'var(--text-primary)', text: `Under the pointer: ${hoverText(hover)}${ofMesh(store, hover)}` }];
}

/** ` of keep.glb`, with several meshes open. */
function ofMesh(store: Store, hover: Hover): string {
  const documents = store.documents.value;
  return 'document' in hover && documents.length > 1 ? ` of ${documentLabel(documents, hover.document)}` : '';
}

function hoverText(hover: Exclude<Hover, { readonly kind: 'finding' }>): string {
  switch (hover.kind) {
    case 'part':
      return 'part';
    case 'parts':
      return formatMany(hover.parts.count, 'part');
    case 'node':
      return `node ${formatCount(hover.node)}`;
    case 'triangle':
      return `triangle ${formatCount(hover.triangle)}`;
    case 'triangles':
      return formatMany(hover.triangles.count, 'triangle');
    case 'hit':
      return `hit ${hover.hit + 1}`;
    case 'touch':
      return `overlapping triangle ${formatCount(hover.triangle)}`;
    case 'contact':
      return `contact of ${formatCount(hover.a)} and ${formatCount(hover.b)}`;
    case 'loop':
      return 'contact curve';
  }
}

function findingItems(store: Store): LegendItem[] {
  const { activeDocument, display, hidden, chosenKind } = store.scene.value;
  if (activeDocument === null || !display.findings || hidden.has(hiddenKey(activeDocument))) return [];
  // What has no finite triangle is not in the view.
  if (store.activeDocument.value?.mesh?.bounds == null) return [];
  const findings = store.findings.value.get(activeDocument) ?? noFindings;
  const { open, ignored } = findings;
  const marked = markedKinds(findings, display, chosenKind);
  const drawn = open.filter(isDrawable);
  return drawn.map((finding): LegendItem => {
    const { name, title, code, severity, elements } = finding;
    const left = ignored.get(name)!;
    const count = `${finding.isAtLeast ? 'at least ' : ''}${formatCount(openCount(finding, left))}`;
    // The list counts loops, the view the edges of many.
    const circles =
      elements!.groups !== null && isClustered(elements!, markedWords(elements!, left))
        ? `, circles count ${elementNames[elements!.kind][1]}`
        : '';
    const text = `${title}: ${count}${circles}`;
    return {
      mark: markOf(code, elements!.kind),
      colour: severityColours[severity],
      text,
      kind: { name, title, isShown: marked.has(name) },
    };
  });
}

function rayItems(store: Store): LegendItem[] {
  const { ray } = store.scene.value;
  if (ray === null || store.rayProblem.value !== null || isHidden(store, ray.document)) return [];
  const hits = store.ray.value?.result.hits.length ?? 0;
  const colour = 'var(--meaning-hit)';
  const items: LegendItem[] = [{ mark: 'stroke', colour, text: hits > 0 ? 'Ray up to the first hit' : 'Ray' }];
  if (hits > 0) items.push({ mark: 'dashes', colour, text: 'Ray after the first hit' });
  if (hits > 0) items.push({ mark: 'dot', colour, text: hits === 1 ? 'Hit with its normal' : 'Hits, numbered along the ray' });
  return items;
}

function sphereItems(store: Store): LegendItem[] {
  const { sphere } = store.scene.value;
  if (sphere === null || isHidden(store, sphere.document)) return [];
  const colour = 'var(--meaning-hit)';
  const items: LegendItem[] = [{ mark: 'ring', colour, text: 'Sphere' }];
  const touches = store.sphere.value?.triangles.length ?? 0;
  if (touches > 0) {
    const kinds = touches <= maxTouchMarks ? ': bright at a face, fainter at an edge or a vertex' : '';
    items.push({ mark: 'patch', colour, text: `Overlapping ${touches === 1 ? 'triangle' : 'triangles'}${kinds}` });
  }
  if (touches > 0 && touches <= maxTouchMarks) items.push({ mark: 'stroke', colour, text: 'Depth, from the closest point' });
  const pushed = store.pushOut.value?.result;
  if (pushed !== undefined && pushed.steps.length > 0) {
    items.push({
      mark: 'ring',
      colour: 'var(--meaning-good)',
      text: pushed.left.length === 0 ? 'Push-out with the resolved sphere' : 'Push-out with remaining overlap',
    });
  }
  return items;
}

function movingItems(store: Store): LegendItem[] {
  const { movingMesh } = store.scene.value;
  if (movingMesh === null || isHidden(store, movingMesh.document) || isHidden(store, movingMesh.fixed)) return [];
  const items: LegendItem[] = [
    { mark: 'striped', colour: 'var(--meaning-moving)', text: `Moving mesh: ${nameOf(store, movingMesh.document)}` },
  ];
  if (store.scene.value.motion !== null)
    items.push({ mark: 'stroke', colour: 'var(--meaning-moving)', text: 'Path of its centre, and its bounds at both ends' });
  if (motionOutcome(store.motion.value)?.volumes != null) {
    const { box, hull } = store.motionVolumes.value;
    if (box) items.push({ mark: 'stroke', colour: 'var(--meaning-good)', text: 'Box around the swept solid' });
    if (hull) items.push({ mark: 'stroke', colour: 'var(--meaning-info)', text: 'Swept hull' });
  }
  const outcome = shownOutcome(store.pair.value, movingMesh);
  const found = outcome?.found ?? null;
  if (found === null || found.pairCount === 0) return items;
  const { trianglesA, trianglesB, pairCount } = found;
  items.push({
    mark: 'patch',
    colour: 'var(--meaning-contact-a)',
    text: `${formatMany(trianglesA.length, 'intersecting triangle')} of ${nameOf(store, movingMesh.fixed)}`,
  });
  items.push({
    mark: 'patch',
    colour: 'var(--meaning-contact-b)',
    text: `${formatMany(trianglesB.length, 'intersecting triangle')} of the moving mesh, ${formatMany(pairCount, 'contact')}`,
  });
  const loops = outcome?.pairContacts?.loops;
  if (loops === undefined) return items;
  const lines = loopsText(loops);
  if (lines !== null) items.push({ mark: 'outlined', colour: 'var(--meaning-crossing)', text: `${curvesTitle(loops)}: ${lines}` });
  if (loops.coplanar.length > 0)
    items.push({
      mark: 'outlined',
      colour: 'var(--meaning-crossing)',
      text: `Outlines of ${formatMany(loops.coplanar.length, 'common polygon')}`,
    });
  if (loops.points.length > 0)
    items.push({ mark: 'dot', colour: 'var(--meaning-crossing)', text: formatMany(loops.points.length, 'single point') });
  return items;
}

/** The triangles between which the clearance is measured. */
function clearanceItems(store: Store): LegendItem[] {
  if (shownClearance(store.clearance.value) === null) return [];
  return store.scene.value.clearance.map(({ document }, side) => ({
    mark: 'outlined',
    colour: `var(--meaning-contact-${side === 0 ? 'a' : 'b'})`,
    text: `Nearest triangle of ${nameOf(store, document)}`,
  }));
}

function nameOf(store: Store, id: DocumentId): string {
  return documentLabel(store.documents.value, id);
}

/** The queries of a hidden document are hidden too. */
function isHidden({ scene }: Store, document: DocumentId): boolean {
  return scene.value.hidden.has(hiddenKey(document));
}

function isInDocument(
  selection: Selection | null,
  id: number | null,
): selection is Exclude<Selection, QuerySelection | { readonly kind: 'finding' }> {
  return selection !== null && !isOfQuery(selection) && selection.kind !== 'finding' && selection.document === id;
}
