import { computed, type ReadonlySignal } from '@preact/signals-core';
import { toErrorData, type InspectorErrorData } from '#core/error';
import { medianMicroseconds } from '#core/median-microseconds';
import type { TriangleMesh } from '#core/mesh';
import { createWindingTree, prepareHull, windingSurface } from '#core/query';
import { loadTree, type Tree } from '#core/tree';
import { releaseComputed } from '../store/release-computed.ts';
import { noTree } from '../store/no-tree.ts';
import type { PageDocument, Scene } from '../store/records.ts';
import { timingBudget } from '../store/timing-budget.ts';
import { filterOf, probeFilter } from './probe-filter.ts';
import { isPushed, probePushOut, type ProbePushOut } from './probe-push-out.ts';
import type { ProbeInput } from './probe.ts';
import type { ProbeKind } from './probe-shapes.ts';
import { maxInPage, type WindingState } from './winding-state.ts';
import { type ProbedMesh, type ProbeFound, runProbe } from './run-probe.ts';

/** The result of the shown probe. */
export interface ProbeOutcome extends ProbeFound {
  readonly input: ProbeInput;
  readonly mesh: TriangleMesh;
  /** Median of warm calls. */
  readonly microseconds: number;
}

export interface ProbeSignals {
  /** The probe under the pointer of the probe tool, else that of the scene. */
  readonly shownProbe: ReadonlySignal<ProbeInput | null>;
  /** `null` without a probe, and where its query fails. */
  readonly probe: ReadonlySignal<ProbeOutcome | null>;
  /** Whether the query waits for the winding tree of a large mesh. */
  readonly probeWaits: ReadonlySignal<boolean>;
  /** Of the placed box or capsule. `null` without an overlap, until it is known whether the mesh is closed, and while the probe moves. */
  readonly probePushOut: ReadonlySignal<ProbePushOut | null>;
  /** Why the query fails: its mesh has no tree yet, say. */
  readonly probeProblem: ReadonlySignal<InspectorErrorData | null>;
}

interface ProbeSources {
  readonly scene: ReadonlySignal<Scene>;
  readonly documents: ReadonlySignal<readonly PageDocument[]>;
  readonly hover: ReadonlySignal<ProbeInput | null>;
  readonly closedMeshes: ReadonlySignal<ReadonlyMap<TriangleMesh, boolean>>;
  readonly previewing: ReadonlySignal<boolean>;
  /** Of large meshes, see `followWinding`. */
  readonly windingState: ReadonlySignal<WindingState | null>;
}

/** Shapes whose query has no kernel. For the others tree and mesh are copied into WebAssembly. */
const plainKinds: readonly ProbeKind[] = ['polygon', 'slice'];

/** Returns the query of the shown probe. It runs again only when the probe, its mesh or its tree is another. */
export function probeSignals({ scene, documents, hover, closedMeshes, previewing, windingState }: ProbeSources): ProbeSignals {
  const shownProbe = computed(() => (scene.value.tool === 'probe' ? hover.value : null) ?? scene.value.probe);
  const id = computed(() => shownProbe.value?.document ?? null);
  const hasKernel = computed(() => shownProbe.value !== null && !plainKinds.includes(shownProbe.value.shape.kind));
  const document = computed(() => documents.value.find(({ summary }) => summary.id === id.value) ?? null);
  const mesh = computed(() => document.value?.mesh?.mesh ?? null);
  const plainTree = computed(() => (id.value === null ? null : (scene.value.trees.get(id.value)?.tree ?? null)));
  /** Stays as long as its tree and mesh. */
  const loadedTree = computed(() => (plainTree.value === null || mesh.value === null ? null : loadTree(plainTree.value, mesh.value)));
  const parts = computed(() => (shownProbe.value === null ? '' : filterOf(shownProbe.value).parts));
  const ofWorker = computed(() => {
    const state = windingState.value;
    return state?.tree === plainTree.value && state?.mesh === mesh.value && state?.parts === parts.value ? state : null;
  });
  const winding = computed((): Pick<WindingState, 'built' | 'problem'> | null => {
    if (plainTree.value === null || mesh.value === null) return null;
    return plainTree.value.triangles > maxInPage ? ofWorker.value : builtWinding(plainTree.value, mesh.value, parts.value);
  });
  const probed = computed((): ProbedMesh | null => {
    const tree = hasKernel.value ? loadedTree.value : plainTree.value;
    return mesh.value === null || tree === null ? null : { mesh: mesh.value, tree, winding: () => ({ ...winding.value!.built!, tree }) };
  });
  const waits = computed(() => shownProbe.value?.shape.kind === 'inside' && probed.value !== null && winding.value?.built == null);
  const result = computed((): { readonly outcome: ProbeOutcome } | { readonly problem: InspectorErrorData } | null => {
    const input = shownProbe.value;
    if (input === null || mesh.value === null) return releaseComputed(mesh, loadedTree, probed, ofWorker, winding);
    if (probed.value === null) return { problem: noTree(document.value?.summary.name ?? '') };
    if (waits.value) return winding.value?.problem == null ? null : { problem: winding.value.problem };
    try {
      return { outcome: timedProbe(input, probed.value) };
    } catch (thrown) {
      return { problem: toErrorData(thrown) };
    }
  });
  const probe = computed(() => (result.value !== null && 'outcome' in result.value ? result.value.outcome : null));
  return {
    shownProbe,
    probe,
    probePushOut: computed(() => {
      const outcome = probe.value;
      if (outcome === null || outcome.triangles.length === 0 || probed.value === null || outcome.input !== scene.value.probe) return null;
      const { document: of, shape, filter } = outcome.input;
      const isClosed = closedMeshes.value.get(outcome.mesh);
      if (isClosed === undefined || previewing.value || !isPushed(shape)) return null;
      const input = { document: of, shape, ...(filter !== undefined && { filter }) };
      return probePushOut(input, probed.value, isClosed, probeFilter(outcome.mesh, input));
    }),
    probeWaits: computed(() => waits.value && winding.value?.problem == null),
    probeProblem: computed(() => (result.value !== null && 'problem' in result.value ? result.value.problem : null)),
  };
}

function builtWinding(tree: Tree, mesh: TriangleMesh, parts: string): Pick<WindingState, 'built' | 'problem'> {
  try {
    return { built: createWindingTree(tree, mesh, windingSurface(mesh, parts)), problem: null };
  } catch (thrown) {
    return { built: null, problem: toErrorData(thrown) };
  }
}

function timedProbe(input: ProbeInput, probed: ProbedMesh): ProbeOutcome {
  // The first call prepares what later probes of this mesh share.
  if (input.shape.kind === 'inside') probed.winding();
  const accepts = probeFilter(probed.mesh, input);
  const shape = input.shape.kind === 'hull' ? { ...input.shape, ...prepareHull(input.shape) } : input.shape;
  let found: ProbeFound | null = null;
  const microseconds = medianMicroseconds(() => void (found = runProbe(shape, probed, accepts)), timingBudget);
  return { ...(found as unknown as ProbeFound), input, mesh: probed.mesh, microseconds };
}

/** Returns the index of a triangle in a probe's result; `null` if it is not in it. */
export function probeRowOf({ triangles }: ProbeFound, triangle: number): number | null {
  const at = Array.prototype.indexOf.call(triangles, triangle);
  return at < 0 ? null : at;
}
