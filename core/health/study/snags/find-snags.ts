import { edgeCount, type MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { HealthOptions } from '../../../options/health-options.ts';
import type { Progress } from '../../../progress.ts';
import type { ShapeSweep, SweepContact } from '../../../sweep/convex/sweep-shape.ts';
import { buildTree } from '../../../tree/build-tree.ts';
import { fastestTree } from '../../../tree/fastest-tree.ts';
import { openTree } from '../../../tree/open-tree.ts';
import { createRoller, rollAcross } from './roll-across.ts';

/** The snag map of a mesh. */
export interface Snags {
  /** Edges that stop or lift the body, with their largest height over the face that it came from, in mesh units. */
  readonly heights: ReadonlyMap<number, number>;
  /** Edges behind which it falls into a gap. */
  readonly gaps: ReadonlySet<number>;
  /** Edges behind which it falls through the back of a triangle. */
  readonly backs: ReadonlySet<number>;
  /** The rolls against the highest edges, the highest first, at most `worstCount`, one of each edge. */
  readonly worst: readonly SnagRoll[];
  /** Rolls that were done. */
  readonly rolls: number;
  /** Rolls for which there was no room at the start. */
  readonly noRoom: number;
  /** Whether all edges were crossed before the search reached its limit, and there was room for a body somewhere. */
  readonly isComplete: boolean;
}

/** A roll that ends at a snag. */
export interface SnagRoll {
  readonly edge: number;
  /** Over the face that the body came from, in mesh units. */
  readonly height: number;
  readonly sweep: ShapeSweep;
  /** Of the contact, as part of the sweep. */
  readonly time: number;
}

/** Rolls that are kept, for example to be replayed in an engine. */
export const worstCount = 5;

export interface SnagStudy {
  readonly mesh: TriangleMesh;
  readonly topology: MeshTopology;
  /** (T) 1 for triangles without area. */
  readonly isFlat: Uint8Array;
  readonly diagonal: number;
  readonly options: HealthOptions;
}

/** As a part of the diagonal. */
const defaultRadius = 0.01;
/** What one test of a sweep counts in the limit of searches. */
const testWeight = 100;
/** Edges between two calls of `progress`. */
const reportStep = 16;

/**
 * Rolls a body from each triangle across each of its edges, by exact sweeps, and lists the edges that stop it and those behind which it
 * falls. It ends at the search limit. Which edges were crossed until then depends on the mesh and the limit only.
 * @throws whatever `progress` throws.
 */
export function findSnags({ mesh, topology, isFlat, diagonal, options }: SnagStudy, progress: Progress): Snags {
  const heights = new Map<number, number>();
  const gaps = new Set<number>();
  const backs = new Set<number>();
  const worst: SnagRoll[] = [];
  const radius = options.snagRadius > 0 ? options.snagRadius : defaultRadius * diagonal;
  const edges = edgeCount(topology);
  let rolls = 0;
  let noRoom = 0;
  if (!(radius > 0) || edges === 0) return { heights, gaps, backs, worst, rolls, noRoom, isComplete: true };
  const tree = openTree(buildTree(mesh, fastestTree(), () => progress(0)));
  const roller = createRoller(tree, mesh, options.snagBody, radius);
  const maxTests = (options.effort * 1e6) / testWeight;
  let edge = 0;
  for (; edge < edges && roller.tests < maxTests; edge++) {
    if (edge % reportStep === 0) progress(Math.max(edge / edges, roller.tests / maxTests));
    for (let at = topology.edgeFirst[edge]; at < topology.edgeFirst[edge + 1]; at++) {
      const side = topology.edgeSides[at];
      const triangle = Math.floor(side / 3);
      const roll = isFlat[triangle] === 1 ? null : rollAcross(roller, triangle, side % 3);
      if (roll === null) continue;
      rolls++;
      if (roll.kind === 'noRoom') noRoom++;
      else if (roll.kind === 'gap') gaps.add(edge);
      else if (roll.kind === 'back') backs.add(edge);
      else if (roll.kind === 'snag') {
        const snag = touchedEdge(topology, roll.contact, edge);
        heights.set(snag, Math.max(heights.get(snag) ?? 0, roll.height));
        keepWorst(worst, { edge: snag, height: roll.height, sweep: roll.sweep, time: roll.time });
      }
    }
  }
  return { heights, gaps, backs, worst, rolls, noRoom, isComplete: edge === edges && (rolls === 0 || noRoom < rolls) };
}

function keepWorst(worst: SnagRoll[], roll: SnagRoll): void {
  const same = worst.findIndex(({ edge }) => edge === roll.edge);
  if (same >= 0 && worst[same]!.height >= roll.height) return;
  if (same >= 0) worst.splice(same, 1);
  const at = worst.findIndex(({ height }) => height < roll.height);
  worst.splice(at < 0 ? worst.length : at, 0, roll);
  if (worst.length > worstCount) worst.length = worstCount;
}

/** Returns the edge that the body hits; at a corner the edge that begins there, on a face the edge that the body crosses. */
function touchedEdge({ sideEdges }: MeshTopology, { triangle, featureIndex }: SweepContact, crossed: number): number {
  const edge = featureIndex === null ? crossed : sideEdges[3 * triangle + featureIndex];
  return edge < 0xffff_ffff ? edge : crossed;
}
