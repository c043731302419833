import type { SourceLocation } from '#core/error';
import type { Finding, FindingCode, Severity } from '#core/finding';
import { type Counted, type Elements, elementWords, type HealthCode, type HealthReport, itemElements } from '#core/health';
import { none, type TriangleMesh } from '#core/mesh';

/** Name of a finding of a document: the code of the check, or the index of an import finding, since several may have the same code. */
export type FindingName = HealthCode | `import-${number}`;

/** A finding of a document by the import or a check: one kind, with all its locations. */
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
  /** `null` for findings of the import only. */
  readonly elements: Elements | null;
  /** The affected triangles, ascending. */
  readonly triangles: Uint32Array;
}

const order: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Returns the findings of import and checks, errors first, then in the order of the checks. A finding of both is listed once. */
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
  const counted = { one: 'location', many: 'locations' };
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

/** Returns a triangle of an item; `null` for an unused vertex. */
export function triangleOfItem(elements: Elements, item: number): number | null {
  const triangle = elements.triangles[itemElements(elements, item).first];
  return triangle === undefined || triangle === none ? null : triangle;
}

/** Returns the measure of an item; `null` if its finding has none. */
export function itemMeasure({ measures }: Elements, item: number): number | null {
  return measures?.values[item] ?? null;
}

/** Returns the first item that contains a triangle, or a corner or edge of it; `null` for none. */
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

/** Returns whether a vertex has the position of one of a triangle's corners. */
function cornerTest({ positions, indices }: TriangleMesh, triangle: number): (vertex: number) => boolean {
  const same = (a: number, b: number): boolean =>
    positions[3 * a] === positions[3 * b] && positions[3 * a + 1] === positions[3 * b + 1] && positions[3 * a + 2] === positions[3 * b + 2];
  return (vertex) => [0, 1, 2].some((corner) => same(vertex, indices[3 * triangle + corner]!));
}

/** Returns the item of an element. */
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

/** Returns whether a finding affects a triangle. Binary search. */
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
