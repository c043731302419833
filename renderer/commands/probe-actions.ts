/** Changes of the probe: its shape, its numbers, and whether it follows the pointer. */
import { batch } from '@preact/signals-core';
import { boundsCenter } from '#core/mesh';
import type { FilterOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import { placementOf, pointFromWorld, pointToWorld } from '../state/pair/placement.ts';
import { firstProbe, probeInPlaceOf } from '../state/probe/place-probe.ts';
import { withProbe } from '../state/probe/probe-edits.ts';
import { noFilter } from '../state/probe/probe-filter.ts';
import { pushedProbe } from '../state/probe/probe-push-out.ts';
import type { ProbeInput } from '../state/probe/probe.ts';
import { type ProbeKind, probeSpecs, type ProbeValue, withProbeValue } from '../state/probe/probe-shapes.ts';
import { surfaceUnit } from '../state/probe/surface-unit.ts';
import type { Scene } from '../state/store/records.ts';
import { type Store, writable } from '../state/store/store.ts';

/** Reports the probe under the pointer; `null` for none. */
export function reportProbeHover(store: Store, probe: ProbeInput | null): void {
  if (store.probeHover.peek() !== probe) writable(store).probeHover.value = probe;
}

/** Reports the distance of the slice under the pointer; `null` for none. */
export function reportSliceValue(store: Store, value: number | null): void {
  if (store.sliceValue.peek() !== value) writable(store).sliceValue.value = value;
}

/** Sets which triangles the probe considers, as one step. */
export function setProbeFilter(store: Store, title: string, change: Partial<FilterOptions>): void {
  if (!canProbe(store)) return;
  writable(store).history.change(title, (scene) => {
    const probe = scene.probe ?? blankProbe(store);
    if (probe === null) return scene;
    const { filter, ...rest } = probe;
    const next = { ...noFilter, ...filter, ...change };
    return withProbe(scene, next.parts === '' && next.sides === 'both' ? rest : { ...rest, filter: next });
  });
}

/** Makes the hull of a mesh the hull of the probe, once a worker has computed it. One under way ends, also that of the same mesh in another pose. */
export function takeHullOf(store: Store, document: DocumentId): void {
  if (store.scene.peek().probe === null && blankProbe(store) === null) return;
  cancelHull(store);
  writable(store).probeHull.value = { kind: 'running', document, fraction: 0 };
}

/** Ends the hull under way, or removes its error. */
export function cancelHull(store: Store): void {
  writable(store).probeHull.value = { kind: 'none' };
}

/** Makes vertices (3·V) of a mesh the hull of the probe, where that mesh is in the world, unless the probe has another shape by now. */
export function setProbeHull(store: Store, document: DocumentId, vertices: Float64Array): void {
  const source = store.shown.peek().find(({ summary }) => summary.id === document);
  const current = store.scene.peek().probe ?? blankProbe(store);
  if (source === undefined || current?.shape.kind !== 'hull') return;
  const [from, to] = [document, current.document].map((id) => placementOf(store.scene.peek(), id));
  const placed = Array.from({ length: vertices.length / 3 }, (_, i) =>
    pointFromWorld(to!, pointToWorld(from!, [vertices[3 * i]!, vertices[3 * i + 1]!, vertices[3 * i + 2]!])),
  );
  changeProbe(store, `Hull of ${source.summary.name}`, 'points', placed);
}

/** Moves the probe to the end of its push-out, as one step. */
export function applyProbePushOut(store: Store): void {
  const pushed = store.probePushOut.peek();
  if (pushed !== null) writable(store).history.change('Push probe out', (scene) => withProbe(scene, pushedProbe(pushed)));
}

export function setProbeFollows(store: Store, follows: boolean): void {
  batch(() => {
    writable(store).probeFollows.value = follows;
    if (!follows) reportProbeHover(store, null);
  });
}

/** Gives the probe another shape, at the same place. Without a probe it is the shape that the next click places. */
export function chooseProbeKind(store: Store, kind: ProbeKind): void {
  batch(() => {
    writable(store).probeKind.value = kind;
    reportProbeHover(store, null);
    writable(store).history.change(`Probe: ${probeSpecs[kind].title.toLowerCase()}`, (scene) => {
      const { probe } = scene;
      if (probe === null || probe.shape.kind === kind) return scene;
      const shape = probeInPlaceOf(probe.shape, kind, surfaceUnit(store, probe.document));
      return withProbe(scene, { ...probe, shape });
    });
  });
}

/** Changes a number of the probe as one step; the first change makes a probe in the middle of the active mesh. */
export function changeProbe(store: Store, title: string, name: string, value: ProbeValue): void {
  if (canProbe(store)) writable(store).history.change(title, (scene) => withChange(store, scene, name, value));
}

/** Shows a changed probe that is not a step yet. */
export function previewProbe(store: Store, name: string, value: ProbeValue): void {
  if (canProbe(store)) writable(store).history.preview((scene) => withChange(store, scene, name, value));
}

function canProbe(store: Store): boolean {
  const { probe, activeDocument } = store.scene.peek();
  if (probe === null && activeDocument === null) return false;
  setProbeFollows(store, false);
  return true;
}

function withChange(store: Store, scene: Scene, name: string, value: ProbeValue): Scene {
  const probe = scene.probe ?? blankProbe(store);
  return probe === null ? scene : withProbe(scene, { ...probe, shape: withProbeValue(probe.shape, name, value) });
}

/** Returns the probe whose numbers are shown before there is one; `null` without a mesh. */
export function blankProbe(store: Store): ProbeInput | null {
  const document = store.activeDocument.value;
  const bounds = document?.mesh?.bounds ?? null;
  if (document === null || bounds === null) return null;
  const { id } = document.summary;
  return { document: id, shape: firstProbe(store.probeKind.value, boundsCenter(bounds), [0, 1, 0], surfaceUnit(store, id)) };
}
