import { plainNumber } from '../ui/format-number.ts';
import { nodeBox } from '#core/tree/node-box';
import { nodeRange } from '#core/tree/node-range';
import type { RayHit } from '#core/query/ray';
import { contactAt, contactCount } from '#core/pair/contacts';
import type { Vec3 } from '#core/math/vec3';
import { partOfTriangle } from '#core/mesh/triangle-mesh';
import { contactIndex, loopIndex } from '../state/pair-query.ts';
import { touchIndex, touchOf } from '../state/sphere-query.ts';
import type { Store } from '../state/store.ts';
import { documentOf, partName } from './actions.ts';

/** The selection as lines of `name<tab>values` with every digit; the whole table of hits, or of touches, when no single thing is chosen. */
export function describeForCopy(store: Store): string {
  const { selection } = store.scene.peek();
  switch (selection?.kind) {
    case undefined:
      return describeQuery(store);
    case 'hit': {
      const hit = store.ray.peek()?.answer.hits[selection.hit];
      return describeHits(store, hit === undefined ? [] : [hit]);
    }
    case 'touch':
      return describeTouches(store, [selection.triangle]);
    case 'contact': {
      const outcome = store.pair.peek().outcome;
      const contact = outcome === null ? null : contactIndex(outcome, selection.a, selection.b);
      return describeContacts(store, contact === null ? [] : [contact]);
    }
    case 'loop':
      return describeLoop(store, selection.a, selection.b);
    case 'node':
      return describeNode(store, selection.document, selection.node);
    case 'triangle':
      return describeTriangle(store, selection.document, selection.triangle);
    case 'part': {
      const part = documentOf(store, selection.document)?.mesh?.mesh.parts[selection.part];
      return lines([['part', part?.name ?? ''], ['triangles', String(part?.triangleCount ?? 0)]]);
    }
    case 'document': {
      const summary = documentOf(store, selection.document)?.summary;
      return lines([['document', summary?.name ?? ''], ['triangles', String(summary?.mesh?.triangles ?? 0)]]);
    }
  }
}

/** One line for each contact, as `query pair --contacts` tells them: a polygon's line has all of its corners. */
function describeContacts(store: Store, contacts: readonly number[]): string {
  const all = store.pair.peek().outcome?.meeting?.contacts;
  const rows = contacts.map((i) => {
    const { a, b, kind, points, area } = contactAt(all!, i);
    return [String(a), String(b), kind, plainNumber(area), ...points.flat().map(plainNumber)];
  });
  return [['a', 'b', 'kind', 'area', 'x', 'y', 'z', '…'], ...rows].map((row) => row.join('\t')).join('\n');
}

function describeLoop(store: Store, a: number, b: number): string {
  const outcome = store.pair.peek().outcome;
  const loop = outcome === null ? null : loopIndex(outcome, a, b);
  if (loop === null) return '';
  const { closed, lengths, firstPoint, positions } = outcome!.meeting!.loops;
  const points = Array.from({ length: firstPoint[loop + 1]! - firstPoint[loop]! }, (_, i) => {
    const at = 3 * (firstPoint[loop]! + i);
    return triple([positions[at]!, positions[at + 1]!, positions[at + 2]!]);
  });
  return [`${closed[loop] === 1 ? 'closed' : 'open'} loop\t${plainNumber(lengths[loop]!)}`, 'x\ty\tz', ...points].join('\n');
}

/** The table of the tool in hand, else of the query that there is. */
function describeQuery(store: Store): string {
  const { tool, ray } = store.scene.peek();
  const meeting = store.pair.peek().outcome?.meeting ?? null;
  if (meeting !== null && (tool === 'mover' || (ray === null && store.sphere.peek() === null))) return describeContacts(store, [...Array(contactCount(meeting.contacts)).keys()]);
  const touched = store.sphere.peek()?.triangles ?? null;
  if (touched !== null && (tool === 'sphere' || ray === null)) return describeTouches(store, [...touched]);
  return describeHits(store, store.ray.peek()?.answer.hits ?? []);
}

function describeTouches(store: Store, triangles: readonly number[]): string {
  const outcome = store.sphere.peek();
  const head = ['triangle', 'feature', 'index', 'depth', 'direction x', 'direction y', 'direction z', 'x', 'y', 'z', 'part'];
  const here = outcome === null ? [] : triangles.filter((triangle) => touchIndex(outcome, triangle) !== null);
  const rows = here.map((triangle) => {
    const touch = touchOf(outcome!, triangle);
    return [
      String(triangle),
      touch.feature,
      touch.featureIndex === null ? '' : String(touch.featureIndex),
      plainNumber(touch.depth),
      ...touch.direction.map(plainNumber),
      ...touch.point.map(plainNumber),
      touch.part === null ? '' : partName(store, outcome!.input.document, touch.part),
    ];
  });
  return [head, ...rows].map((row) => row.join('\t')).join('\n');
}

/** A table with a head, so that it can be put into a spreadsheet. */
export function describeHits(store: Store, hits: readonly RayHit[]): string {
  const document = store.scene.peek().ray?.document ?? null;
  const head = ['distance', 'x', 'y', 'z', 'normal x', 'normal y', 'normal z', 'triangle', 'part', 'u', 'v', 'w'];
  const rows = hits.map((hit) => [
    plainNumber(hit.distance),
    ...hit.position.map(plainNumber),
    ...hit.normal.map(plainNumber),
    String(hit.triangle),
    document === null || hit.part === null ? '' : partName(store, document, hit.part),
    ...hit.barycentric.map(plainNumber),
  ]);
  return [head, ...rows].map((row) => row.join('\t')).join('\n');
}

function describeNode(store: Store, document: number, node: number): string {
  const tree = store.scene.peek().trees.get(document)?.tree;
  if (tree === undefined || node >= tree.nodeCount) return '';
  const { min, max } = nodeBox(tree, node);
  return lines([
    ['node', String(node)],
    ['min', triple(min)],
    ['max', triple(max)],
    ['triangles', String(nodeRange(tree, node).count)],
  ]);
}

function describeTriangle(store: Store, document: number, triangle: number): string {
  const mesh = documentOf(store, document)?.mesh?.mesh;
  if (mesh === undefined) return '';
  const vertices = [0, 1, 2].map((corner): readonly [string, string] => {
    const at = 3 * mesh.indices[3 * triangle + corner]!;
    return [`v${corner}`, triple([mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!])];
  });
  const part = partOfTriangle(mesh, triangle);
  return lines([['triangle', String(triangle)], ...vertices, ['part', part === null ? '' : partName(store, document, part)]]);
}

function triple(values: Vec3): string {
  return values.map(plainNumber).join('\t');
}

function lines(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map((pair) => pair.join('\t')).join('\n');
}
