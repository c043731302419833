import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RepairOptions } from '../../options/repair-options.ts';
import type { Progress } from '../../progress.ts';
import type { HealthCode } from '../health-check.ts';
import type { ChosenHoles } from './chosen-holes.ts';
import type { DraftRules, MeshDraft } from './mesh-draft.ts';

/** All repairs, in the order in which they run; `repairs.ts` gives the reason. */
export const repairNames = [
  'weld',
  'drop-degenerate',
  'drop-duplicates',
  'split-junctions',
  'remove-components',
  'fix-winding',
  'split-non-manifold',
  'fill-holes',
  'simplify',
  'drop-unused',
] as const;

export type RepairName = (typeof repairNames)[number];

/** The options that were given; a repair runs only if its own option is given. */
export type GivenRepairs = Partial<RepairOptions>;

/** A repair: one way to change a mesh, in a file of its own. */
export interface Repair extends DraftRules {
  readonly name: RepairName;
  /** A short imperative heading. */
  readonly title: string;
  /** One sentence without a full stop: what it changes. */
  readonly meaning: string;
  /** Its options. The first one turns it on. */
  readonly options: readonly (keyof RepairOptions)[];
  /** Findings that it can clear. */
  readonly clears: readonly HealthCode[];
  /** Whether the options request it. */
  readonly isRequested: (options: GivenRepairs) => boolean;
  /** Whether it changes the whole mesh once. Other repairs run on each body; see `repairBodies`. */
  readonly isOfWhole?: true;
  /**
   * Returns the changed surface of one body, or of the whole mesh; `null` if there is nothing to do. Deterministic.
   * @throws whatever `progress` throws.
   */
  readonly run: (
    mesh: TriangleMesh,
    options: RepairOptions,
    progress: Progress,
    origin: BodyOrigin,
  ) => RepairedBody | null | Promise<RepairedBody | null>;
}

/** Where a body comes from. */
export interface BodyOrigin {
  /** (T) source of each triangle of the body in the mesh before the first repair. */
  readonly sources: Uint32Array;
  /** The holes to fill, in the mesh before the first repair; `null` for all within the limits. */
  readonly holes: ChosenHoles | null;
}

/** What a repair did to one body. */
export interface RepairedBody {
  /** `null` if nothing changed, but some things could not be repaired. */
  readonly draft: MeshDraft | null;
  readonly counts: readonly RepairCount[];
  /** No point of the surface moved farther, in mesh units; left out where only a measurement can show it. */
  readonly bound?: number;
}

/** A number of things that a repair changed, or could not change. */
export interface RepairCount {
  /** Noun and participle, in the plural: `vertices joined`. */
  readonly what: string;
  readonly count: number;
}
