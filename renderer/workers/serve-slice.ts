import { toErrorData } from '#core/error';
import { createWindingTree, signedDistanceSlice, type SliceGrid, windingSurface, type WindingTree } from '#core/query';
import { openTree } from '#core/tree';
import type { FromSliceWorker, ToSliceWorker } from '../state/probe/slice-messages.ts';

export interface SlicePort {
  post(message: FromSliceWorker, transfer: ArrayBuffer[]): void;
  /** Resolves after messages that wait have been received. */
  turn(): Promise<void>;
  now(): number;
}

/** Between two looks at what waits, ms. */
const turnEvery = 50;

/** Measures the signed distances of slices, coarse first; a newer request ends the one under way. Returns the function that takes messages. */
export function serveSlice(port: SlicePort): (message: ToSliceWorker) => void {
  let held: Held | null = null;
  let winding: { readonly chosen: string; readonly built: WindingTree } | null = null;
  let newest = 0;

  async function measure({ serial, grids, chosen }: Measure): Promise<void> {
    if (winding?.chosen !== chosen) winding = { chosen, built: windingOf(held!, chosen) };
    const { built } = winding;
    let since = port.now();
    for (const [at, grid] of grids.entries()) {
      const distances = new Float64Array(grid.columns * grid.rows);
      for (let row = 0; row < grid.rows; row++) {
        if (port.now() - since > turnEvery) {
          port.post({ kind: 'progress', serial, fraction: row / grid.rows }, []);
          await port.turn();
          if (newest !== serial) return;
          since = port.now();
        }
        distances.set(signedDistanceSlice(built, rowOf(grid, row)), row * grid.columns);
      }
      const isLast = at === grids.length - 1;
      port.post({ kind: 'picture', serial, columns: grid.columns, rows: grid.rows, distances, isLast }, [distances.buffer]);
    }
  }

  return (message) => {
    switch (message.kind) {
      case 'hold':
        held = message;
        winding = null;
        return;
      case 'measure': {
        const { serial } = message;
        newest = serial;
        measure(message).catch((thrown: unknown) => port.post({ kind: 'failed', serial, problem: toErrorData(thrown) }, []));
      }
    }
  };
}

type Held = Extract<ToSliceWorker, { readonly kind: 'hold' }>;
type Measure = Extract<ToSliceWorker, { readonly kind: 'measure' }>;

function windingOf({ bytes: { positions, indices, tree }, parts }: Held, chosen: string): WindingTree {
  const mesh = { positions, indices, parts };
  return createWindingTree(openTree(tree), mesh, windingSurface(mesh, chosen));
}

function rowOf({ origin: [x, y, z], columnStep, rowStep, columns }: SliceGrid, row: number): SliceGrid {
  return { origin: [x + row * rowStep[0], y + row * rowStep[1], z + row * rowStep[2]], columnStep, rowStep, columns, rows: 1 };
}
