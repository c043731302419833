import { InspectorError, type InspectorErrorData, toErrorData } from '#core/error';
import type { ColliderRegions, ColliderWork, CompareCollidersJobResult, MadeCollider, MakeColliderJobResult } from '#core/job';
import { colliderOptions, type DecomposeOptions, defaultValues, deviationOptions } from '#core/options';
import type { ColliderComparison, DocumentSummary, MeshSummary } from '#host-api';
import { colliderCopy } from './collider-copy.ts';
import { colliderFileName, editedMethod } from './collider-name.ts';
import type { RepairedCopy } from './repaired-mesh.ts';
import type { WorkerPool } from './worker-pool.ts';

type Bytes = ArrayBuffer | SharedArrayBuffer;

/** What the colliders need of their document. */
export interface ColliderSource {
  /** @throws InspectorError before the mesh is available. */
  readonly source: () => { readonly bytes: Bytes; readonly document: DocumentSummary; readonly mesh: MeshSummary };
  /** Called with the finished fraction of a job, and with `null` after it. */
  readonly onProgress: (fraction: number | null) => void;
  /** Adds the name of the document to an error. */
  readonly named: (error: InspectorErrorData) => InspectorErrorData;
}

/** The colliders of one mesh. The last one that was previewed and the last comparison are kept, so that neither is computed again. */
export class DocumentColliders {
  readonly #pool: WorkerPool;
  readonly #of: ColliderSource;
  #stop = new AbortController();
  #newest: AbortSignal | null = null;
  #last: { readonly key: string; readonly result: MakeColliderJobResult } | null = null;
  #compared: CompareCollidersJobResult | null = null;

  constructor(pool: WorkerPool, of: ColliderSource) {
    this.#pool = pool;
    this.#of = of;
  }

  /**
   * Makes a collider of the mesh, or edits one; with `keep` also returns the result as a copy to open. A running job of this mesh is cancelled:
   * the newest one counts.
   * @param edited the collider to edit, with its file name. @throws InspectorError before the mesh is available; `cancelled`; as the job.
   */
  async make(
    work: ColliderWork,
    edited: { readonly bytes: Bytes; readonly name: string } | null,
    keep: boolean,
  ): Promise<{ readonly made: MadeCollider; readonly copy: RepairedCopy | null }> {
    const { bytes: source, document, mesh: summary } = this.#of.source();
    const key = JSON.stringify(work);
    // An edit depends on the collider, which is another document after each edit.
    if (work.kind === 'edit' || this.#last?.key !== key) {
      this.#last = null;
      const result = await this.#run((signal, onProgress) =>
        this.#pool.run({ kind: 'make-collider', source, mesh: edited?.bytes ?? source, work }, { signal, onProgress }),
      );
      this.#last = { key, result };
    }
    const { made, mesh } = this.#last.result;
    if (keep) this.#last = null;
    if (!keep) return { made, copy: null };
    const method = work.kind === 'make' ? colliderOptions.method.choices[work.options.method].title : editedMethod(edited?.name ?? '');
    const name = colliderFileName(document.name, method, made.bodies);
    return { made, copy: colliderCopy(document.id, name, summary, mesh, made.milliseconds) };
  }

  /** Returns the mesh of the document. @throws InspectorError before it is available. */
  meshBytes(): Bytes {
    return this.#of.source().bytes;
  }

  /** Finds where a collider is far from the mesh. @throws InspectorError as `make`. */
  async regions(collider: Bytes): Promise<ColliderRegions> {
    const { bytes: source } = this.#of.source();
    const options = defaultValues(deviationOptions);
    const { regions } = await this.#run((signal, onProgress) =>
      this.#pool.run({ kind: 'collider-regions', collider, source, options }, { signal, onProgress }),
    );
    return regions;
  }

  /** Makes a collider by every method. @throws InspectorError as `make`. */
  async compare(options: DecomposeOptions): Promise<ColliderComparison> {
    const { bytes: mesh } = this.#of.source();
    this.#compared = null;
    const compared = await this.#run((signal, onProgress) =>
      this.#pool.run({ kind: 'compare-colliders', mesh, options }, { signal, onProgress }),
    );
    this.#compared = compared;
    const { colliders, skipped, openEdges, volume, milliseconds } = compared;
    return { colliders, skipped, openEdges, volume, milliseconds };
  }

  /** Returns a row of the last comparison as a copy to open. @throws InspectorError `invalid-argument` if it is not there any more. */
  row(id: string): RepairedCopy {
    const { document, mesh: summary } = this.#of.source();
    const at = this.#compared?.colliders.findIndex((collider) => collider.id === id) ?? -1;
    const [collider, mesh] = [this.#compared?.colliders[at], this.#compared?.meshes[at]];
    if (collider !== undefined && mesh !== undefined) {
      const name = colliderFileName(document.name, collider.title, collider.bodies);
      return colliderCopy(document.id, name, summary, mesh, collider.milliseconds);
    }
    throw new InspectorError(
      this.#of.named({
        code: 'invalid-argument',
        message: 'This comparison of colliders is no longer available',
        fix: 'Compare again',
        location: {},
      }),
    );
  }

  cancel(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  dispose(): void {
    this.cancel();
    this.#last = null;
    this.#compared = null;
  }

  async #run<Result>(job: (signal: AbortSignal, onProgress: (fraction: number) => void) => Promise<Result>): Promise<Result> {
    this.cancel();
    const { signal } = this.#stop;
    this.#newest = signal;
    this.#of.onProgress(0);
    try {
      return await job(signal, (fraction) => {
        if (!signal.aborted) this.#of.onProgress(fraction);
      });
    } catch (thrown) {
      throw new InspectorError(this.#of.named(toErrorData(thrown)), { cause: thrown });
    } finally {
      // A later job reports its own progress.
      if (this.#newest === signal) this.#of.onProgress(null);
    }
  }
}
