import type { SourceLocation } from '#core/error';
import type { Finding, FindingCode, Severity } from '#core/finding';
import type { Spent } from '#core/health/report/budget';
import type { HealthFinding } from '#core/health/report/check-health';
import type { Elements } from '#core/health/report/placed-found';
import { elementWords, type ElementKind, type HealthCode } from '#core/health/health-check';
import { ignoredOf, openCount } from '#core/health/report/ignored';
import { materialsOfTriangles } from '#core/mesh/surface-materials';
import { collidersOfTriangles, type ColliderOfTriangles } from '#core/mesh/colliders-of-triangles';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { IgnoredFinding } from '#core/ignored-finding';

/** A finding as `--json` tells it: of the import, by its places in the file, or of a check, by the exact elements. */
export interface CheckFinding {
  readonly code: FindingCode | HealthCode;
  readonly severity: Severity;
  readonly count: number;
  /** Of what `count` is the number: `hole`, or `holes` where there is not one. */
  readonly counted: string;
  readonly atLeast: boolean;
  /** How many are ignored; why all are, or `null`; why single items are, each the number of a group or else of an element. */
  readonly ignored: {
    readonly count: number;
    readonly reason: string | null;
    readonly items: readonly { readonly item: number; readonly reason: string }[];
  };
  readonly message: string;
  readonly detail: string | null;
  readonly fix: string;
  /** What the elements are; `null` for findings of the import, save those at triangles of the mesh. */
  readonly kind: ElementKind | null;
  /** A number each, or two for edges (vertices) and pairs (triangles). */
  readonly elements: readonly (number | readonly number[])[];
  readonly groups: readonly { readonly first: number; readonly count: number }[] | null;
  readonly measures: { readonly name: string; readonly values: readonly number[] } | null;
  readonly triangles: readonly number[];
  /** Of those triangles, how many each has. */
  readonly materials: readonly { readonly name: string; readonly triangles: number }[];
  /** Likewise, with what is told of their physics. */
  readonly colliders: readonly ColliderOfTriangles[];
  readonly locations: readonly SourceLocation[];
}

/** A finding with where in the file it is, whoever found it. */
export interface Found {
  readonly finding: Omit<Finding, 'locations' | 'detail' | 'code'> & {
    readonly code: FindingCode | HealthCode;
    readonly detail: string | null;
    readonly elements: Elements | null;
  };
  readonly checked: HealthFinding | null;
  readonly locations: readonly SourceLocation[];
}

/** The findings of the import, then those of the checks. What both found is told once, with the places of the one. */
export function foundByBoth(imported: readonly Finding[], checked: readonly HealthFinding[]): readonly Found[] {
  const alike = (a: Finding, b: HealthFinding): boolean => a.code === b.code && a.severity === b.severity;
  const ofImport = imported.filter((finding) => !checked.some((other) => alike(finding, other)));
  return [
    ...ofImport.map((finding) => ({
      finding: { ...finding, detail: finding.detail ?? null, elements: null },
      checked: null,
      locations: finding.locations,
    })),
    ...checked.map((finding) => ({
      finding,
      checked: finding,
      locations: imported.find((other) => alike(other, finding))?.locations ?? [],
    })),
  ];
}

export function checkFindings(
  found: readonly Found[],
  { materials, parts }: Pick<TriangleMesh, 'materials' | 'parts'>,
  ignored: readonly IgnoredFinding[],
): readonly CheckFinding[] {
  return found.map(({ finding, checked, locations }): CheckFinding => {
    const { code, severity, count, message, detail, fix } = finding;
    const its = ignoredOf(finding, ignored);
    const told = {
      count: count - openCount(finding, its),
      reason: its.whole,
      items: [...its.items].map(([item, reason]) => ({ item, reason })),
    };
    const head = {
      code,
      severity,
      count,
      counted: checked === null ? (count === 1 ? 'place' : 'places') : count === 1 ? checked.counted.one : checked.counted.many,
    };
    const elements = checked === null ? elementsAt(locations) : elementsOf(checked);
    return {
      ...head,
      atLeast: checked?.isAtLeast ?? false,
      ignored: told,
      message,
      detail,
      fix,
      ...elements,
      materials: materialsOfTriangles(materials, elements.triangles),
      colliders: collidersOfTriangles({ parts }, elements.triangles),
      locations,
    };
  });
}

/** Of a finding, what spends a budget: what is not ignored. A search that ended early is whole where all of the kind is let be. */
export function spentOf({ code, severity, count, atLeast, ignored }: CheckFinding): Spent {
  return { code, severity, count: count - ignored.count, isAtLeast: atLeast && ignored.reason === null };
}

type Elementary = Pick<CheckFinding, 'kind' | 'elements' | 'groups' | 'measures' | 'triangles'>;

/** Of the import: the triangles that its places name. */
function elementsAt(locations: readonly SourceLocation[]): Elementary {
  const triangles = locations.flatMap(({ element, index }) => (element === 'triangle' && index !== undefined ? [index] : []));
  return { kind: triangles.length === 0 ? null : 'triangle', elements: triangles, groups: null, measures: null, triangles };
}

function elementsOf(checked: HealthFinding): Elementary {
  const { elements, triangles } = checked;
  const { kind, words, groups, measures } = elements;
  return {
    kind,
    elements: elementWords[kind] === 1 ? Array.from(words) : pairsOf(words),
    groups: groups === null ? null : groupsOf(groups),
    measures: measures === null ? null : { name: measures.name, values: Array.from(measures.values) },
    triangles: Array.from(triangles),
  };
}

function pairsOf(words: Uint32Array): readonly (readonly number[])[] {
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, words[2 * i + 1]!]);
}

function groupsOf(groups: Uint32Array): readonly { readonly first: number; readonly count: number }[] {
  return Array.from({ length: groups.length - 1 }, (_, i) => ({ first: groups[i]!, count: groups[i + 1]! - groups[i]! }));
}
