import { maxTrees } from '#core/bake';
import type { HeldTree } from '#core/job';
import { buildOptions, type BuildOptions, sameValues } from '#core/options';
import type { TreeId, TreeSummary } from '#host-api';

/** A held tree with its number. */
export interface NumberedTree {
  readonly summary: TreeSummary;
  readonly bytes: ArrayBuffer;
}

/** A build that has not ended. */
export interface RunningBuild {
  readonly options: BuildOptions;
  readonly tree: Promise<TreeSummary>;
}

/** The newest trees of one document, at most `maxTrees`. Older trees are dropped; a page that shows one has its bytes. */
export class HeldTrees {
  /** Oldest first. */
  #trees: readonly NumberedTree[] = [];
  #last: TreeId = 0;

  /** @param milliseconds of its build; `null` for a tree that came with a baked file. */
  add({ tree: bytes, options, statistics }: HeldTree, milliseconds: number | null, isFirstRun = false): TreeSummary {
    this.#last += 1;
    const summary: TreeSummary = { id: this.#last, options, statistics, milliseconds, isFirstRun };
    this.#trees = [...this.#trees, { summary, bytes }].slice(-maxTrees);
    return summary;
  }

  /** Returns a tree by its number; `null` if it is not held. */
  find(id: TreeId): NumberedTree | null {
    return this.#trees.find(({ summary }) => summary.id === id) ?? null;
  }

  /** Returns the tree that was built with these options; `null` if it is not held. */
  withOptions(options: BuildOptions): TreeSummary | null {
    return this.#trees.find(({ summary }) => sameValues(buildOptions, summary.options, options))?.summary ?? null;
  }

  /** Oldest first. */
  get summaries(): readonly TreeSummary[] {
    return this.#trees.map(({ summary }) => summary);
  }

  get isEmpty(): boolean {
    return this.#trees.length === 0;
  }

  clear(): void {
    this.#trees = [];
  }
}
