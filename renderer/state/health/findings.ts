import type { SourceLocation } from '#core/error';
import type { Finding, FindingCode, Severity } from '#core/finding';
import type { HealthReport } from '#core/health/report/check-health';
import type { Elements } from '#core/health/report/placed-found';
import { elementWords, type Counted, type HealthCode } from '#core/health/health-check';
import { itemElements } from '#core/health/report/finding-items';
import { none } from '#core/mesh/topology';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';

/** Names a finding of a document: the check's code, or its place among those of the import, of which several may have one code. */
export type FindingName = HealthCode | `import-${number}`;

/** Something that is wrong with a document, whoever found it: one kind, with all of its places. */
export interface ShownFinding {
  readonly name: FindingName;
  readonly code: HealthCode | FindingCode;
  readonly severity: Severity;
  readonly title: string;
  readonly count: number;
  readonly counted: Counted;
  readonly isAtLeast: boolean;
  readonly message: string;
  readonly detail: string | null;
  readonly fix: string;
  /** Where in the file, as the import reports it. */
  readonly locations: readonly SourceLocation[];
  /** `null` for what only the import found. */
  readonly elements: Elements | null;
  /** The triangles that it concerns, ascending. */
  readonly triangles: Uint32Array;
}

const order: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** What the import and the checks found, errors first, else in the order of the checks; what both found is listed once. */
export function mergeFindings(imported: readonly Finding[], report: HealthReport | null): readonly ShownFinding[] {
  const checked = report?.findings ?? [];
  const alike = (one: Finding, other: { readonly code: string; readonly severity: Severity }): boolean =>
    one.code === other.code && one.severity === other.severity;
  const ofImport = imported.flatMap((finding, i) => (checked.some((other) => alike(finding, other)) ? [] : [importFinding(finding, i)]));
  const ofChecks = checked.map((finding): ShownFinding => {
    const locations = imported.find((other) => alike(other, finding))?.locations ?? [];
    return { ...finding, name: finding.code, locations };
  });
  return [...ofImport, ...ofChecks].sort((a, b) => order[a.severity] - order[b.severity]);
}

function importFinding(finding: Finding, at: number): ShownFinding {
  const title = finding.code.charAt(0).toUpperCase() + finding.code.slice(1).replaceAll('-', ' ');
  const counted = { one: 'place', many: 'places' };
  return {
    ...finding,
    name: `import-${at}`,
    title,
    counted,
    isAtLeast: false,
    detail: finding.detail ?? null,
    elements: null,
    triangles: new Uint32Array(),
  };
}

/** A triangle of an item; `null` for a vertex that none uses. */
export function triangleOfItem(elements: Elements, item: number): number | null {
  const triangle = elements.triangles[itemElements(elements, item).first];
  return triangle === undefined || triangle === none ? null : triangle;
}

/** What an item measures; `null` where its finding measures nothing. */
export function itemMeasure({ measures }: Elements, item: number): number | null {
  return measures?.values[item] ?? null;
}

/** The first item that a triangle is of, or lies at; `null` for none. */
export function itemOfTriangle(mesh: TriangleMesh, elements: Elements, triangle: number): number | null {
  const { kind, words } = elements;
  const size = elementWords[kind];
  const isOf = kind === 'triangle' || kind === 'pair' ? (word: number) => word === triangle : cornerTest(mesh, triangle);
  for (let element = 0; element < words.length / size; element++) {
    const isPart =
      kind === 'pair'
        ? isOf(words[2 * element]!) || isOf(words[2 * element + 1]!)
        : isOf(words[size * element]!) && isOf(words[size * element + size - 1]!);
    if (isPart) return itemOfElement(elements, element);
  }
  return null;
}

/** Whether a vertex is at the position of one of a triangle's corners. */
function cornerTest({ positions, indices }: TriangleMesh, triangle: number): (vertex: number) => boolean {
  const same = (a: number, b: number): boolean =>
    positions[3 * a] === positions[3 * b] && positions[3 * a + 1] === positions[3 * b + 1] && positions[3 * a + 2] === positions[3 * b + 2];
  return (vertex) => [0, 1, 2].some((corner) => same(vertex, indices[3 * triangle + corner]!));
}

/** Which item an element belongs to. */
export function itemOfElement({ groups }: Elements, element: number): number {
  if (groups === null) return element;
  let low = 0;
  let high = groups.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (groups[middle]! <= element) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether a finding concerns a triangle. Binary search. */
export function concerns({ triangles }: ShownFinding, triangle: number): boolean {
  let low = 0;
  let high = triangles.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (triangles[middle]! < triangle) low = middle + 1;
    else high = middle;
  }
  return triangles[low] === triangle;
}
