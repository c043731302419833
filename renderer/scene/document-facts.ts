import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { DocumentId } from '#host-api';
import { drawnVersions, isDrawnElsewhere } from '../state/changes/shown-changes.ts';
import { markedKinds as markedKindsOf } from '../state/health/shown-kinds.ts';
import type { FindingName, ShownFinding } from '../state/health/findings.ts';
import { findingNamed, noFindings, type DocumentFindings } from '../state/health/health-query.ts';
import { shownOutcome } from '../state/pair/pair-query.ts';
import { placementOf } from '../state/pair/placement.ts';
import { cullsBackFaces } from '../state/store/culls-back-faces.ts';
import { triangleCount } from '#core/mesh';
import { sameSet, setOf, type IndexSet } from '../state/selection/index-set.ts';
import { selectedSet } from '../state/selection/selected-set.ts';
import { isOnlyCollider } from '../state/section/document-sections.ts';
import type { PinnedProbe } from '../state/probe/probe.ts';
import { hiddenKey, isOfQuery, type Selection } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { isMeshReplaced } from './bsp-layer.ts';
import type { ContactTarget } from './contact-layer.ts';

export type DocumentFacts = ReturnType<typeof documentFacts>;

/** Returns the scene state of one document, one signal for each fact: a layer is rebuilt only when its own facts change. */
export function documentFacts(store: Store, id: DocumentId) {
  const { scene } = store;
  const active = computed(() => scene.value.activeDocument === id);
  const onlyActive = <T>(value: () => T | null): ReadonlySignal<T | null> => computed(() => (active.value ? value() : null));
  const selection = computed(() => scene.value.selection);
  const level = onlyActive(() => scene.value.display.boxLevel);
  const findings = computed(() => store.findings.value.get(id) ?? noFindings);
  const movingMesh = computed(() => scene.value.movingMesh);
  const side = computed(() => (movingMesh.value?.fixed === id ? 'a' : movingMesh.value?.document === id ? 'b' : null));
  const outcome = computed(() => (side.value === null ? null : shownOutcome(store.pair.value, movingMesh.value)));
  const hasRendered = computed(() => {
    const visible = store.shown.value.filter(({ summary }) => summary.id === id || !scene.value.hidden.has(hiddenKey(summary.id)));
    return visible.some(({ mesh }) => mesh?.mesh.parts.some((part) => !isOnlyCollider(part)) === true);
  });
  const choice = computed(() => scene.value.display);
  const chosenKind = computed(() => scene.value.chosenKind);
  const solid = solidFact(store, id);
  // As a text: a computed value that stays the same rebuilds no layer.
  const markedNames = computed(() => [...markedKindsOf(findings.value, choice.value, chosenKind.value)].join(' '));
  const markedKinds = computed(() => new Set(markedNames.value.split(' ') as FindingName[]));
  return {
    /** Side of the pair: A is the fixed mesh, B the moving mesh; `null` for other documents. */
    side,
    placement: computed(() => (side.value === 'b' ? placementOf({ movingMesh: movingMesh.value }, id) : null)),
    ground: computed(() => {
      if (side.value === 'b') return 'movingMesh';
      if (!active.value && side.value !== 'a') return 'other';
      return level.value !== null || isTraced(store) ? 'behind' : 'plain';
    }),
    /** The triangles of this mesh that intersect the other mesh. */
    intersecting: computed(() => {
      const found = outcome.value?.found ?? null;
      if (found === null) return null;
      return side.value === 'a'
        ? ({ side: 'contactA', triangles: found.trianglesA } as const)
        : ({ side: 'contactB', triangles: found.trianglesB } as const);
    }),
    pairContacts: computed(() => outcome.value?.pairContacts ?? null),
    selectedContact: computed(() => contactTarget(selection.value)),
    hoveredContact: computed(() => contactTarget(store.hover.value)),
    visible: computed(() => !scene.value.hidden.has(hiddenKey(id)) && !isDrawnElsewhere(store, id)),
    hiddenTriangles: computed(() => store.hiddenTriangles.value.get(id) ?? null),
    shading: computed(() => scene.value.display.shading),
    culls: computed(() => cullsBackFaces(scene.value.display)),
    /** The triangles that are no ghosts; `null` for all. */
    solid,
    /** Colliders are opaque where there is nothing else. */
    colliderOpacity: computed(() => (hasRendered.value ? scene.value.display.colliderOpacity : 1)),
    colours: computed(() => store.colours.value.get(id) ?? null),
    /** The versions that are drawn in place of the mesh; `null` for the mesh itself. */
    versions: computed(() => drawnVersions(store, id)),
    isReplaced: computed(() => drawnVersions(store, id) !== null || isMeshReplaced(store, id)),
    versionView: computed(() => store.versionView.value),
    section: computed(() => (store.kept.value.length === 0 ? null : (store.sections.value.get(id) ?? null))),
    caps: computed(() => scene.value.display.section.caps),
    tree: computed(() => scene.value.trees.get(id)?.tree ?? null),
    level,
    fill: computed(() => scene.value.display.fill),
    path: computed(() => scene.value.display.path),
    exact: computed(() => scene.value.display.exact),
    slack: computed(() => scene.value.display.slack),
    ray: computed(() => (scene.value.ray?.document === id ? scene.value.ray : null)),
    selection: computed(() => {
      const chosen = selection.value;
      return chosen !== null && !isOfQuery(chosen) && chosen.kind !== 'finding' && chosen.document === id ? chosen : null;
    }),
    hover: computed(() => {
      const over = store.hover.value;
      return over !== null && !isOfQuery(over) && over.kind !== 'finding' && over.document === id ? over : null;
    }),
    /** To be marked; `null` without any, and where they are not wanted. */
    findings: computed(() => {
      const all = scene.value.display.findings ? findings.value : noFindings;
      return all.open.some(({ elements }) => elements !== null) ? all : null;
    }),
    markedKinds,
    selectedFinding: computed(() => findingThing(id, selection.value, findings.value)),
    hoveredFinding: computed(() => findingThing(id, store.hover.value, findings.value)),
    sphere: computed(() => (scene.value.sphere?.document === id ? scene.value.sphere : null)),
    probe: computed(() => (store.shownProbe.value?.document === id ? store.shownProbe.value : null)),
    /** The list of the scene while all pins are of this document, so that nothing is drawn again. */
    pins: computed(() => ownPins(scene.value.pins, id)),
    selectedTouch: computed(() => (selection.value?.kind === 'touch' ? selection.value.triangle : null)),
    hoveredTouch: computed(() => (store.hover.value?.kind === 'touch' ? store.hover.value.triangle : null)),
    selectedHit: computed(() => (selection.value?.kind === 'hit' ? selection.value.hit : null)),
    hoveredHit: computed(() => (store.hover.value?.kind === 'hit' ? store.hover.value.hit : null)),
  };
}

function ownPins(pins: readonly PinnedProbe[], id: DocumentId): readonly PinnedProbe[] {
  return pins.length === 0 || pins.every(({ document }) => document === id) ? pins : pins.filter(({ document }) => document === id);
}

/** Whether the nodes of a recorded query are drawn. */
function isTraced({ traced }: Store): boolean {
  return (traced.value?.kind ?? 'none') !== 'none';
}

/** The triangles of a document that are no ghosts; `null` for all. */
function solidFact(store: Store, id: DocumentId): ReadonlySignal<IndexSet | null> {
  const { scene } = store;
  const isGhosted = computed(() => scene.value.display.ghost && scene.value.selection !== null);
  let last: IndexSet | null = null;
  return computed(() => {
    const mesh = store.shown.value.find(({ summary }) => summary.id === id)?.mesh?.mesh;
    if (!isGhosted.value || mesh === undefined) return null;
    const chosen = selectedSet(store);
    const next = chosen?.document === id ? chosen.set : setOf(triangleCount(mesh));
    // The same object while nothing changes: the mesh need not be drawn in other runs.
    if (last === null || !sameSet(last, next)) last = next;
    return last;
  });
}

function findingThing(
  id: DocumentId,
  thing: Selection | null,
  findings: DocumentFindings,
): { readonly finding: ShownFinding; readonly item: number | null } | null {
  if (thing?.kind !== 'finding' || thing.document !== id) return null;
  const finding = findingNamed(findings, thing.name);
  return finding === null ? null : { finding, item: thing.item };
}

function contactTarget(thing: Selection | null): ContactTarget | null {
  return thing?.kind === 'contact' || thing?.kind === 'loop' ? thing : null;
}
