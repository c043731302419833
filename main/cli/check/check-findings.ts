import type { Place } from '#core/error';
import type { Finding, FindingCode, Severity } from '#core/finding';
import type { HealthFinding } from '#core/health/check-health';
import { elementWords, type ElementKind, type HealthCode } from '#core/health/health-check';

/** A finding as `--json` tells it: of the import, by its places in the file, or of a check, by the exact elements. */
export interface CheckFinding {
  readonly code: FindingCode | HealthCode;
  readonly severity: Severity;
  readonly count: number;
  /** Of what `count` is the number: `hole`, or `holes` where there is not one. */
  readonly counted: string;
  readonly atLeast: boolean;
  readonly message: string;
  readonly detail: string | null;
  readonly cure: string;
  /** What the elements are; `null` for findings of the import, which have none. */
  readonly kind: ElementKind | null;
  /** A number each, or two for edges (vertices) and pairs (triangles). */
  readonly elements: readonly (number | readonly number[])[];
  readonly groups: readonly { readonly first: number; readonly count: number }[] | null;
  readonly measures: { readonly name: string; readonly values: readonly number[] } | null;
  readonly triangles: readonly number[];
  readonly places: readonly Place[];
}

/** The findings of the import, then those of the checks. What both found is told once, with the places of the one. */
export function checkFindings(imported: readonly Finding[], checked: readonly HealthFinding[]): readonly CheckFinding[] {
  const alike = (a: Finding, b: HealthFinding): boolean => a.code === b.code && a.severity === b.severity;
  const ofImport = imported.filter((finding) => !checked.some((other) => alike(finding, other)));
  return [
    ...ofImport.map(importFinding),
    ...checked.map((finding) => healthFinding(finding, imported.find((other) => alike(other, finding))?.places ?? [])),
  ];
}

function importFinding({ code, severity, count, message, cure, places, detail }: Finding): CheckFinding {
  const nothing = { kind: null, elements: [], groups: null, measures: null, triangles: [] };
  return { code, severity, count, counted: count === 1 ? 'place' : 'places', atLeast: false, message, detail: detail ?? null, cure, ...nothing, places };
}

function healthFinding(finding: HealthFinding, places: readonly Place[]): CheckFinding {
  const { code, severity, count, counted, isAtLeast: atLeast, message, detail, cure, elements, triangles } = finding;
  const { kind, words, groups, measures } = elements;
  return {
    code,
    severity,
    count,
    counted: count === 1 ? counted.one : counted.many,
    atLeast,
    message,
    detail,
    cure,
    kind,
    elements: elementWords[kind] === 1 ? Array.from(words) : pairsOf(words),
    groups: groups === null ? null : groupsOf(groups),
    measures: measures === null ? null : { name: measures.name, values: Array.from(measures.values) },
    triangles: Array.from(triangles),
    places,
  };
}

function pairsOf(words: Uint32Array): readonly (readonly number[])[] {
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, words[2 * i + 1]!]);
}

function groupsOf(groups: Uint32Array): readonly { readonly first: number; readonly count: number }[] {
  return Array.from({ length: groups.length - 1 }, (_, i) => ({ first: groups[i]!, count: groups[i + 1]! - groups[i]! }));
}
