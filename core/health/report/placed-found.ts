import { none } from '../../mesh/topology.ts';
import type { BodyMesh } from '../study/body-mesh.ts';
import { elementTriangles } from './element-triangles.ts';
import { elementWords, type ElementKind, type CheckResult, type Measures } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

export interface Elements {
  readonly kind: ElementKind;
  /** `elementWords` words for each element; an edge is its two vertices, the lower first, each the lowest at its position. */
  readonly words: Uint32Array;
  /** (N) see `shown` of `ElementTriangles`. */
  readonly triangles: Uint32Array;
  /** (G + 1) start of each group, counted in elements; `null` without groups. */
  readonly groups: Uint32Array | null;
  /** One for each group, or for each element if there are no groups. */
  readonly measures: Measures | null;
}

/** The result of a check of one body, with indices of the whole mesh. */
export interface PlacedFound {
  readonly count: number;
  readonly isAtLeast: boolean;
  readonly detail: string | null;
  readonly figures: readonly number[];
  readonly elements: Elements;
  /** The affected triangles, ascending. */
  readonly triangles: Uint32Array;
}

/** Maps the result of a check of a body to indices of the whole mesh. */
export function placeFound(study: MeshStudy, { triangles, vertices }: BodyMesh, found: CheckResult): PlacedFound {
  const { kind, numbers, groups = null, measures = null } = found.elements;
  const { shown, concerned } = elementTriangles(study, found.elements);
  const words = kind === 'edge' ? edgeWords(study, numbers) : numbers;
  return {
    count: found.count,
    isAtLeast: found.isAtLeast ?? false,
    detail: found.detail ?? null,
    figures: found.figures ?? [],
    elements: {
      kind,
      words: renumbered(words, kind === 'edge' || kind === 'vertex' ? vertices : triangles),
      triangles: renumbered(shown, triangles),
      groups,
      measures,
    },
    triangles: renumbered(concerned, triangles),
  };
}

/**
 * Joins the results of several bodies. The items (groups, or elements if there are no groups) ascend by their first element.
 * @param maxPairs limit of listed pairs.
 */
export function joinFound(all: readonly [PlacedFound, ...PlacedFound[]], maxPairs: number): PlacedFound {
  if (all.length === 1) return all[0];
  const sum = (of: (found: PlacedFound) => number): number => all.reduce((total, found) => total + of(found), 0);
  const concerned = new Uint32Array(sum(({ triangles }) => triangles.length));
  let at = 0;
  for (const { triangles } of all) {
    concerned.set(triangles, at);
    at += triangles.length;
  }
  return {
    count: sum(({ count }) => count),
    isAtLeast: all.some(({ isAtLeast }) => isAtLeast),
    detail: all[0].detail,
    figures: all[0].figures.map((_, i) => sum(({ figures }) => figures[i])),
    elements: joinElements(
      all.map(({ elements }) => elements),
      all[0].elements,
      maxPairs,
    ),
    triangles: concerned.sort(),
  };
}

/** An item of one of several bodies: the elements of the body, and the range of the item in them. */
interface Item {
  readonly of: Elements;
  readonly item: number;
  readonly from: number;
  readonly count: number;
}

function joinElements(all: readonly Elements[], { kind, groups, measures }: Elements, maxPairs: number): Elements {
  const size = elementWords[kind];
  const items = all
    .flatMap(itemsOf)
    .sort(
      (a, b) =>
        a.of.words[size * a.from] - b.of.words[size * b.from] ||
        a.of.words[size * a.from + size - 1] - b.of.words[size * b.from + size - 1],
    );
  const kept = kind === 'pair' ? items.slice(0, maxPairs) : items;
  const elements = kept.reduce((total, { count }) => total + count, 0);
  const words = new Uint32Array(size * elements);
  const triangles = new Uint32Array(elements);
  const first = new Uint32Array(kept.length + 1);
  let at = 0;
  kept.forEach(({ of, from, count }, i) => {
    words.set(of.words.subarray(size * from, size * (from + count)), size * at);
    triangles.set(of.triangles.subarray(from, from + count), at);
    at += count;
    first[i + 1] = at;
  });
  const joined =
    measures === null ? null : { name: measures.name, values: Float64Array.from(kept, ({ of, item }) => of.measures?.values[item] ?? NaN) };
  return { kind, words, triangles, groups: groups === null ? null : first, measures: joined };
}

function itemsOf(of: Elements): readonly Item[] {
  const { groups, triangles } = of;
  if (groups === null) return Array.from(triangles, (_, item) => ({ of, item, from: item, count: 1 }));
  return Array.from({ length: groups.length - 1 }, (_, item) => ({ of, item, from: groups[item], count: groups[item + 1] - groups[item] }));
}

function edgeWords({ topology: { edgeVertices } }: MeshStudy, edges: Uint32Array): Uint32Array {
  const words = new Uint32Array(2 * edges.length);
  for (let i = 0; i < edges.length; i++) {
    words[2 * i] = edgeVertices[2 * edges[i]];
    words[2 * i + 1] = edgeVertices[2 * edges[i] + 1];
  }
  return words;
}

/** Maps indices to the whole mesh. @param names (N) index in the whole mesh; `null` if they do not change. */
function renumbered(numbers: Uint32Array, names: Uint32Array | null): Uint32Array {
  return names === null ? numbers : numbers.map((number) => (number === none ? none : names[number]));
}
