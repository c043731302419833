import type { GivenRepairs } from '#core/health';
import type { RepairJobResult } from '#core/job';
import type { HealthOptions } from '#core/options';
import type { WorkerPool } from './worker-pool.ts';

type Bytes = ArrayBuffer | SharedArrayBuffer;

/** The repairs of one document. The result of the last one is kept, so that a repair that was previewed is not computed again. */
export class DocumentRepairs {
  readonly #pool: WorkerPool;
  readonly #onProgress: (fraction: number | null) => void;
  #stop = new AbortController();
  #last: { readonly key: string; readonly result: RepairJobResult } | null = null;

  /** @param onProgress is called with the finished fraction of a repair, and with `null` after it. */
  constructor(pool: WorkerPool, onProgress: (fraction: number | null) => void) {
    this.#pool = pool;
    this.#onProgress = onProgress;
  }

  /** Repairs a mesh. With `keep` the caller gets the only reference to the result. @throws InspectorError as the job; `cancelled`. */
  async run(mesh: Bytes, options: GivenRepairs, health: HealthOptions, keep: boolean): Promise<RepairJobResult> {
    const key = JSON.stringify([options, health]);
    if (this.#last?.key !== key) {
      this.#last = null;
      this.#last = { key, result: await this.#repair(mesh, options, health) };
    }
    const { result } = this.#last;
    if (keep) this.#last = null;
    return result;
  }

  /** The mesh of the last repair that was previewed and not kept; `null` without one. */
  get previewed(): Bytes | null {
    return this.#last?.result.mesh ?? null;
  }

  cancel(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  dispose(): void {
    this.cancel();
    this.#last = null;
  }

  async #repair(mesh: Bytes, options: GivenRepairs, health: HealthOptions): Promise<RepairJobResult> {
    const { signal } = this.#stop;
    this.#onProgress(0);
    try {
      return await this.#pool.run({ kind: 'repair', mesh, options, health }, { signal, onProgress: this.#onProgress });
    } finally {
      this.#onProgress(null);
    }
  }
}
