import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { runLength } from '../../tree/leaf-order.ts';
import { createSetupArrays, type SetupArrays, type SweepSetup } from './setup.ts';
import { createSimplex, type Simplex } from '../../shape/simplex.ts';

/** Scratch memory of a test of one triangle. */
export interface TriangleWork {
  setup: SweepSetup;
  /** (9) corners of the triangle minus the start of the motion. */
  readonly q: Float64Array;
  /** Largest number of the test, by which rounding errors are bounded. */
  size: number;
  readonly simplex: Simplex;
  /** (4) output of `closestPointTriangle`. */
  readonly closest: Float64Array;
  /** (6) directions from the shape to the triangle, in which a plane may separate them; `directionCount` of them are set. */
  readonly directions: Float64Array;
  directionCount: number;
  /** (3) the point of the triangle nearest to the shape, minus the start of the motion, and the code of its feature. */
  readonly witness: Float64Array;
  feature: number;
  /** A distance that the true distance from core to triangle certainly does not exceed; −1 if they certainly overlap. */
  maxDistance: number;
  /** (3) direction of the plane that proves the latest time to be free, and this time. */
  readonly proof: Float64Array;
  proofTime: number;
  lo: number;
  hi: number;
  /** The triangle that was tested last; −1 before the first. */
  lastTriangle: number;
  exactTests: number;
  nodesVisited: number;
  trianglesTested: number;
}

export function createTriangleWork(setup: SweepSetup): TriangleWork {
  return {
    setup,
    q: new Float64Array(9),
    size: 0,
    simplex: createSimplex(),
    closest: new Float64Array(4),
    directions: new Float64Array(6),
    directionCount: 0,
    witness: new Float64Array(3),
    feature: 0,
    maxDistance: Infinity,
    proof: new Float64Array(3),
    proofTime: -Infinity,
    lo: 0,
    hi: 0,
    lastTriangle: -1,
    exactTests: 0,
    nodesVisited: 0,
    trianglesTested: 0,
  };
}

/** Scratch memory of a descent, reusable for any number of sweeps on trees no deeper than the one it was made for. */
export interface SweepWorkspace {
  readonly stackNodes: Uint32Array;
  readonly stackEntries: Float64Array;
  readonly run: Uint32Array;
  /** (6) box of a node. */
  readonly box: Float32Array;
  readonly arrays: SetupArrays;
  /** Of the last sweep; `null` before the first. */
  work: TriangleWork | null;
}

/** Returns the scratch memory of the tests of triangles, prepared for a sweep. */
export function triangleWorkOf(workspace: SweepWorkspace, setup: SweepSetup): TriangleWork {
  if (workspace.work === null) return (workspace.work = createTriangleWork(setup));
  const { work } = workspace;
  work.setup = setup;
  work.lastTriangle = -1;
  work.exactTests = 0;
  return work;
}

export function createSweepWorkspace(tree: Tree): SweepWorkspace {
  const length = stackLength(tree);
  return {
    stackNodes: new Uint32Array(length),
    stackEntries: new Float64Array(length),
    run: new Uint32Array(runLength),
    box: new Float32Array(6),
    arrays: createSetupArrays(),
    work: null,
  };
}
