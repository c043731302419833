import { plainNumber } from '../text/format-number.ts';
import type { Vec3 } from '#core/math';
import { partOfTriangle } from '#core/mesh';
import { nodeBox, nodeRange } from '#core/tree';
import type { DocumentId } from '#host-api';
import { contactIndex, loopIndex } from '../state/pair/pair-query.ts';
import { type IndexSet, membersOf } from '../state/selection/index-set.ts';
import type { Selection } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { documentOf, partName } from './actions.ts';
import { describeFinding } from './describe-findings.ts';
import { describeProbe } from './describe-probe.ts';
import { describeContacts, describeHits, describeLoop, describeTouches } from './describe-rows.ts';
import { shortText, type LongText } from './long-text.ts';

/** Returns the selection as lines of `name<tab>values` with full precision; without a selection the whole table of a query. */
export function describeForCopy(store: Store): LongText {
  const { selection } = store.scene.peek();
  switch (selection?.kind) {
    case undefined:
      return describeQuery(store);
    case 'hit': {
      const ray = store.ray.peek();
      const hit = ray?.result.hits[selection.hit];
      return ray === null || hit === undefined ? shortText('') : describeHits(store, ray, [hit]);
    }
    case 'finding':
      return describeFinding(store, selection.document, selection.name, selection.item);
    case 'touch': {
      const sphere = store.sphere.peek();
      return sphere === null ? shortText('') : describeTouches(store, sphere, [selection.triangle]);
    }
    case 'contact':
    case 'loop':
      return describeContactOrLoop(store, selection);
    case 'node':
      return describeNode(store, selection.document, selection.node);
    case 'triangle':
      return describeTriangle(store, selection.document, selection.triangle);
    case 'parts':
      return describeParts(store, selection.document, selection.parts);
    case 'triangles':
      return describeIndices(selection.triangles);
    case 'part': {
      const part = documentOf(store, selection.document)?.mesh?.mesh.parts[selection.part];
      return lines([
        ['part', part?.name ?? ''],
        ['triangles', String(part?.triangleCount ?? 0)],
      ]);
    }
    case 'document': {
      const summary = documentOf(store, selection.document)?.summary;
      return lines([
        ['document', summary?.name ?? ''],
        ['triangles', String(summary?.mesh?.triangles ?? 0)],
      ]);
    }
  }
}

/** Returns the index, the name and the number of triangles of each part. */
function describeParts(store: Store, document: DocumentId, set: IndexSet): LongText {
  const parts = documentOf(store, document)?.mesh?.mesh.parts ?? [];
  const indices = membersOf(set);
  const row = (at: number): string => {
    const index = indices[at]!;
    return [index, parts[index]?.name ?? '', parts[index]?.triangleCount ?? 0].join('\t');
  };
  return { head: 'part\tname\ttriangles', rows: indices.length, row };
}

function describeIndices(set: IndexSet): LongText {
  const indices = membersOf(set);
  return { head: 'triangle', rows: indices.length, row: (at) => String(indices[at]!) };
}

/** Returns the table of the active tool's query, or of the query that exists. */
function describeQuery(store: Store): LongText {
  const { tool } = store.scene.peek();
  const probe = store.probe.peek();
  const ray = store.ray.peek();
  const sphere = store.sphere.peek();
  const { outcome } = store.pair.peek();
  if (probe !== null && (tool === 'probe' || (ray === null && sphere === null && outcome?.pairContacts == null)))
    return describeProbe(store, probe);
  if (outcome?.pairContacts != null && (tool === 'movingMesh' || (ray === null && sphere === null)))
    return describeContacts(store, outcome);
  if (sphere !== null && (tool === 'sphere' || ray === null)) return describeTouches(store, sphere, sphere.triangles);
  return ray === null ? shortText('') : describeHits(store, ray, ray.result.hits);
}

function describeContactOrLoop(store: Store, { kind, a, b }: Extract<Selection, { kind: 'contact' | 'loop' }>): LongText {
  const { outcome } = store.pair.peek();
  if (outcome === null) return shortText('');
  const index = kind === 'contact' ? contactIndex(outcome, a, b) : loopIndex(outcome, a, b);
  if (index === null) return shortText('');
  return kind === 'contact' ? describeContacts(store, outcome, [index]) : describeLoop(outcome, index);
}

function describeNode(store: Store, document: number, node: number): LongText {
  const tree = store.scene.peek().trees.get(document)?.tree;
  if (tree === undefined || node >= tree.nodeCount) return shortText('');
  const { min, max } = nodeBox(tree, node);
  return lines([
    ['node', String(node)],
    ['min', triple(min)],
    ['max', triple(max)],
    ['triangles', String(nodeRange(tree, node).count)],
  ]);
}

function describeTriangle(store: Store, document: number, triangle: number): LongText {
  const mesh = documentOf(store, document)?.mesh?.mesh;
  if (mesh === undefined) return shortText('');
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

function lines(pairs: readonly (readonly [string, string])[]): LongText {
  return shortText(pairs.map((pair) => pair.join('\t')).join('\n'));
}
