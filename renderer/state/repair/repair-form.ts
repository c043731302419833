import { type GivenRepairs, holesText, type RepairName, repairs, requestedRepairs } from '#core/health';
import type { TriangleMesh } from '#core/mesh';
import { defaultValues, repairOptions, type RepairOptions } from '#core/options';
import type { LoadedMesh } from '../store/records.ts';

/** The repairs that the user has chosen, and the values of all options. */
export interface RepairForm {
  readonly chosen: ReadonlySet<RepairName>;
  readonly values: RepairOptions;
  /** Numbers of the holes to fill, ascending; without it all within the limits. */
  readonly holes?: readonly number[];
}

/** What a form is opened for. */
export interface RepairPurpose {
  /** Code of the finding to clear. */
  readonly finding?: string;
  readonly values?: GivenRepairs;
  /** Numbers of the holes to fill, ascending. */
  readonly holes?: readonly number[];
  /** Whether the last outcome is shown; else the dialog begins without one. */
  readonly showsOutcome?: true;
}

/** Part of the diagonal for distances that shall hardly be seen: the default tolerance of the checks. */
const hardlySeen = 1e-6;
/** Part of the diagonal below which the checks call a component tiny. */
const tiny = 0.01;

/**
 * Returns a form with one repair chosen, or none. Lengths fit the size of the mesh, and are rounded to one digit.
 * @param diagonal of the bounds, in mesh units; 0 for a mesh without area.
 * @param purpose the finding that the repair is for, and values that replace those of the form.
 */
export function repairForm(mesh: TriangleMesh, diagonal: number, chosen: readonly RepairName[], purpose: RepairPurpose = {}): RepairForm {
  const small = oneDigit(hardlySeen * diagonal);
  return {
    ...(purpose.holes !== undefined && { holes: purpose.holes }),
    chosen: new Set(chosen),
    values: {
      ...defaultValues(repairOptions),
      dropDuplicates: true,
      splitJunctions: small,
      splitNonManifold: small,
      minSize: oneDigit(tiny * diagonal),
      simplifyTo: Math.max(1, Math.floor(mesh.indices.length / 6)),
      // With 0 and without this flag these repairs would not clear their findings.
      weld: purpose.finding === 'nearly-equal-vertices' ? 2 * small : 0,
      dropOpposite: purpose.finding === 'opposite-triangles',
      ...purpose.values,
    },
  };
}

/** Returns the form for a loaded mesh; see `repairForm`. */
export function repairFormOf(
  { mesh, bounds }: Pick<LoadedMesh, 'mesh' | 'bounds'>,
  chosen: readonly RepairName[],
  purpose: RepairPurpose,
): RepairForm {
  const diagonal = bounds === null ? 0 : Math.hypot(...bounds.max.map((max, k) => max - bounds.min[k]!));
  return repairForm(mesh, diagonal, chosen, purpose);
}

/** Returns the options of the chosen repairs. The option that turns a repair on is `true` if it is a flag. */
export function givenRepairs({ chosen, values, holes }: RepairForm): GivenRepairs {
  const given: Record<string, unknown> = {};
  for (const { name, options } of repairs) {
    if (!chosen.has(name)) continue;
    for (const option of options) given[option] = values[option];
    if (repairOptions[options[0]!].type === 'flag' && options.length === 1) given[options[0]!] = true;
    if (name === 'fill-holes') {
      given['fillHoles'] = true;
      given['holes'] = holesText(holes ?? []);
    }
  }
  return given as GivenRepairs;
}

/** Returns why the form cannot run, as one sentence; `null` if it can. */
export function whyNoRepair(form: RepairForm): string | null {
  if (form.chosen.size === 0) return 'Choose at least one repair.';
  if (form.chosen.has('fill-holes') && form.holes?.length === 0) return 'Fill holes: choose at least one hole.';
  const requested = new Set(requestedRepairs(givenRepairs(form)).map(({ name }) => name));
  const idle = repairs.find(({ name }) => form.chosen.has(name) && !requested.has(name));
  return idle === undefined ? null : `${idle.title}: set at least one value above 0.`;
}

function oneDigit(value: number): number {
  return Number(value.toPrecision(1));
}
