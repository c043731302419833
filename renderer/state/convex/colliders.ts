import type { ColliderEdit } from '#core/convex';
import { formatError, type InspectorErrorData, toErrorData } from '#core/error';
import type { ColliderOptions } from '#core/options';
import type { ColliderComparison, DocumentId, Host } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import { type ColliderState, comparisonOptions, type MadeFigures, type MeasuredCollider } from './collider-state.ts';

/** The requests about colliders. None of these throws: an error becomes the outcome, and a line of the log. */
export interface Colliders {
  /** Computes the figures of the options. @param parts ascending; `null` for the whole mesh. */
  preview(document: DocumentId, parts: readonly number[] | null): Promise<void>;
  /** Opens the collider of the options, and shows it over the mesh. */
  make(document: DocumentId, parts: readonly number[] | null): Promise<void>;
  /** Changes parts of a collider of a mesh, and shows the result in its place. */
  edit(document: DocumentId, collider: DocumentId, edit: ColliderEdit): Promise<void>;
  /** Finds where a collider is far from its mesh. */
  regions(document: DocumentId, collider: DocumentId): Promise<void>;
  /** Makes colliders by every method. */
  compare(document: DocumentId): Promise<void>;
  /** Opens a collider of the comparison. */
  keep(document: DocumentId, row: string): Promise<void>;
}

interface Parts {
  readonly host: Host;
  readonly store: WritableStore;
  /** See `DocumentFollower.want`. */
  readonly want: (document: DocumentId) => Promise<void>;
}

/** Connects the colliders of the store to the host. */
export function startColliders({ host, store, want }: Parts): Colliders {
  const set = (change: Partial<ColliderState>): void => {
    store.colliders.value = { ...store.colliders.peek(), ...change };
  };
  const reported = (thrown: unknown): InspectorErrorData => logProblem(store, toErrorData(thrown));
  const opened = async (document: DocumentId, collider: DocumentId | null, measured: MeasuredCollider | null): Promise<void> => {
    if (collider === null) return;
    // Before it is shown: the panel has its figures at once.
    if (measured !== null) set({ made: new Map([...store.colliders.peek().made, [collider, measured]]) });
    await want(collider);
    const find = (id: DocumentId) => store.documents.peek().find(({ summary }) => summary.id === id)?.summary;
    const parts = store.documents.peek().find(({ summary }) => summary.id === collider)?.mesh?.mesh.parts.length ?? 0;
    writeLog(store, 'info', `${find(document)?.name ?? 'Mesh'}: collider of ${formatMany(parts, 'body', 'bodies')}`);
  };
  /** Whether options are still those of the panel: figures of others are not shown. */
  const areShown = (options: ColliderOptions): boolean => store.colliders.peek().options === options;
  const requestMake = (document: DocumentId, parts: readonly number[] | null, keep: boolean) =>
    host.request('makeCollider', makeRequest(store, document, parts, keep));
  return {
    preview: async (document, parts) => {
      const { options } = store.colliders.peek();
      try {
        const { made } = await requestMake(document, parts, false);
        if (areShown(options)) set({ preview: { document, made, parts } });
      } catch (thrown) {
        const problem = toErrorData(thrown);
        // A later preview has cancelled this one.
        if (problem.code !== 'cancelled' && areShown(options)) set({ preview: { document, problem } });
      }
    },
    make: async (document, parts) => {
      set({ replaces: null });
      const { options } = store.colliders.peek();
      try {
        const { made, document: collider } = await requestMake(document, parts, true);
        if (areShown(options)) set({ preview: { document, made, parts } });
        await opened(document, collider, { made, options });
      } catch (thrown) {
        set({ preview: { document, problem: reported(thrown) } });
      }
    },
    edit: createEdit({ host, set, opened, reported }),
    regions: async (document, collider) => {
      set({ regions: null });
      try {
        set({ regions: { document: collider, regions: await host.request('colliderRegions', { document, collider }) } });
      } catch (thrown) {
        set({ regions: { document: collider, problem: reported(thrown) } });
      }
    },
    compare: async (document) => {
      set({ comparison: null });
      try {
        const options = comparisonOptions(store.colliders.peek().options);
        set({ comparison: { document, compared: await host.request('compareColliders', { document, options }) } });
      } catch (thrown) {
        set({ comparison: { document, problem: reported(thrown) } });
      }
    },
    keep: async (document, row) => {
      set({ replaces: null });
      const { comparison } = store.colliders.peek();
      const made = comparison === null || !('compared' in comparison) ? null : madeOfRow(comparison.compared, row);
      try {
        const { document: collider } = await host.request('keepCollider', { document, row });
        await opened(document, collider, made === null ? null : { made, options: null });
      } catch (thrown) {
        set({ comparison: { document, problem: reported(thrown) } });
      }
    },
  };
}

interface EditParts {
  readonly host: Host;
  readonly set: (change: Partial<ColliderState>) => void;
  readonly opened: (document: DocumentId, collider: DocumentId | null, measured: MeasuredCollider | null) => Promise<void>;
  readonly reported: (thrown: unknown) => InspectorErrorData;
}

function createEdit({ host, set, opened, reported }: EditParts): Colliders['edit'] {
  let edits = 0;
  return async (document, collider, edit) => {
    const mine = ++edits;
    set({ replaces: collider });
    try {
      const work = { kind: 'edit', edit } as const;
      const { made, document: changed } = await host.request('makeCollider', { document, collider, work, keep: true });
      await opened(document, changed, { made, options: null });
    } catch (thrown) {
      const problem = reported(thrown);
      // A later edit has cancelled this one.
      if (problem.code !== 'cancelled' || edits === mine) set({ preview: { document, problem } });
    } finally {
      if (edits === mine) set({ replaces: null });
    }
  };
}

/** Returns the figures of a row of a comparison; `null` if it has none. */
function madeOfRow({ colliders, openEdges }: ColliderComparison, row: string): MadeFigures | null {
  const record = colliders.find(({ id }) => id === row);
  if (record === undefined) return null;
  const { bodies, notes, overLimit, vertices, milliseconds } = record;
  return { bodies, packs: [], notes, openEdges, rating: record, overLimit, vertices, milliseconds };
}

function logProblem(store: WritableStore, problem: InspectorErrorData): InspectorErrorData {
  writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
  return problem;
}

function makeRequest(store: WritableStore, document: DocumentId, parts: readonly number[] | null, keep: boolean) {
  const { options } = store.colliders.peek();
  return { document, collider: null, work: { kind: 'make', options, parts }, keep } as const;
}
