import type { SourceLocation } from '#core/error';
import type { Finding, FindingCode, Severity } from '#core/finding';
import {
  type ElementKind,
  type Elements,
  elementWords,
  type HealthCode,
  type HealthFinding,
  ignoredOf,
  openCount,
  type Spent,
} from '#core/health';
import { type ColliderOfTriangles, collidersOfTriangles, materialsOfTriangles, type TriangleMesh } from '#core/mesh';
import type { IgnoredFinding } from '#core/ignored-finding';

/** A finding as `--json` prints it: of the import, with locations in the file, or of a check, with the exact elements. */
export interface CheckFinding {
  readonly code: FindingCode | HealthCode;
  readonly severity: Severity;
  readonly count: number;
  /** The unit of `count`: `hole` for one, else `holes`. */
  readonly counted: string;
  readonly atLeast: boolean;
  /** Number of ignored ones; the reason for all, or `null`; the reasons for single items, each the index of a group or else of an element. */
  readonly ignored: {
    readonly count: number;
    readonly reason: string | null;
    readonly items: readonly { readonly item: number; readonly reason: string }[];
  };
  readonly message: string;
  readonly detail: string | null;
  readonly fix: string;
  /** Kind of the elements; `null` for findings of the import that are not at triangles of the mesh. */
  readonly kind: ElementKind | null;
  /** One index each, or two for edges (vertices) and pairs (triangles). */
  readonly elements: readonly (number | readonly number[])[];
  readonly groups: readonly { readonly first: number; readonly count: number }[] | null;
  readonly measures: { readonly name: string; readonly values: readonly number[] } | null;
  readonly triangles: readonly number[];
  /** Number of all elements, groups (`null` without groups) and triangles, which the lists can be shorter than. */
  readonly totals: { readonly elements: number; readonly groups: number | null; readonly triangles: number };
  /** Materials of these triangles, with the number of triangles. */
  readonly materials: readonly { readonly name: string; readonly triangles: number }[];
  /** Colliders of these triangles, with their physics. */
  readonly colliders: readonly ColliderOfTriangles[];
  readonly locations: readonly SourceLocation[];
}

/** A finding of the import or of a check, with its locations in the file. */
export interface Found {
  readonly finding: Omit<Finding, 'locations' | 'detail' | 'code'> & {
    readonly code: FindingCode | HealthCode;
    readonly detail: string | null;
    readonly elements: Elements | null;
  };
  readonly checked: HealthFinding | null;
  readonly locations: readonly SourceLocation[];
}

/** Returns the findings of the import, then those of the checks. A finding of both appears once, with the locations of the import. */
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
    const matching = ignoredOf(finding, ignored);
    const ignoredHere = {
      count: count - openCount(finding, matching),
      reason: matching.whole,
      items: [...matching.items].map(([item, reason]) => ({ item, reason })),
    };
    const head = {
      code,
      severity,
      count,
      counted: checked === null ? (count === 1 ? 'location' : 'locations') : count === 1 ? checked.counted.one : checked.counted.many,
    };
    const elements = checked === null ? elementsAt(locations) : elementsOf(checked);
    return {
      ...head,
      atLeast: checked?.isAtLeast ?? false,
      ignored: ignoredHere,
      message,
      detail,
      fix,
      ...elements,
      totals: { elements: elements.elements.length, groups: elements.groups?.length ?? null, triangles: elements.triangles.length },
      materials: materialsOfTriangles(materials, elements.triangles),
      colliders: collidersOfTriangles({ parts }, elements.triangles),
      locations,
    };
  });
}

/** Returns the part of a finding that counts against a budget: all that is not ignored. If the whole code is ignored, a search that ended early counts as complete. */
export function spentOf({ code, severity, count, atLeast, ignored }: CheckFinding): Spent {
  return { code, severity, count: count - ignored.count, isAtLeast: atLeast && ignored.reason === null };
}

type Elementary = Pick<CheckFinding, 'kind' | 'elements' | 'groups' | 'measures' | 'triangles'>;

/** Returns the triangles of the locations, for findings of the import. */
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
