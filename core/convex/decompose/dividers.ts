import type { DecomposeOptions } from '../../options/decompose-options.ts';
import type { Progress } from '../../progress.ts';

/**
 * Divides a solid into nearly convex parts and returns the points (3·N) of each. Empty if it finds no part.
 * @throws InspectorError `unsupported-feature` if it is not installed; whatever `progress` throws.
 */
export type DivideConvex = (
  positions: Float32Array<ArrayBuffer>,
  indices: Uint32Array<ArrayBuffer>,
  options: Pick<DecomposeOptions, 'maxHulls' | 'concavity' | 'resolution' | 'threshold'>,
  progress: Progress,
) => Promise<readonly Float64Array[]>;

/** The dividers that a host has: V-HACD is a library in WebAssembly, CoACD a command. */
export type Dividers = Readonly<Partial<Record<'vhacd' | 'coacd', DivideConvex>>>;
