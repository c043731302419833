import { none } from '../../mesh/topology.ts';
import { visitCornersAt } from '../checks/shared/visit-corners-at.ts';
import type { FoundElements } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

export interface ElementTriangles {
  /** (N) a triangle for each element, to show its part: the lowest at an edge or a vertex, the first of a pair. `none` for an unused vertex. */
  readonly shown: Uint32Array;
  /** The triangles of all elements, each once, ascending. */
  readonly concerned: Uint32Array;
}

/** Returns the triangles of the elements of a finding. Edges are numbers in the topology. */
export function elementTriangles(study: MeshStudy, { kind, numbers, moreTriangles = new Uint32Array() }: FoundElements): ElementTriangles {
  const isConcerned = new Uint8Array(study.mesh.indices.length / 3);
  for (let i = 0; i < moreTriangles.length; i++) isConcerned[moreTriangles[i]] = 1;
  const shown =
    kind === 'vertex'
      ? atVertices(study, numbers, isConcerned)
      : kind === 'edge'
        ? atEdges(study, numbers, isConcerned)
        : ofTriangles(numbers, kind === 'pair' ? 2 : 1, isConcerned);
  return { shown, concerned: onesOf(isConcerned) };
}

function ofTriangles(numbers: Uint32Array, size: number, isConcerned: Uint8Array): Uint32Array {
  const shown = new Uint32Array(numbers.length / size);
  for (let i = 0; i < numbers.length; i++) isConcerned[numbers[i]] = 1;
  for (let i = 0; i < shown.length; i++) shown[i] = numbers[size * i];
  return shown;
}

function atEdges({ topology: { edgeFirst, edgeSides } }: MeshStudy, edges: Uint32Array, isConcerned: Uint8Array): Uint32Array {
  const shown = new Uint32Array(edges.length);
  for (let i = 0; i < edges.length; i++) {
    const first = edgeFirst[edges[i]];
    shown[i] = (edgeSides[first] / 3) | 0;
    for (let at = first; at < edgeFirst[edges[i] + 1]; at++) isConcerned[(edgeSides[at] / 3) | 0] = 1;
  }
  return shown;
}

/** The lowest vertex at a position represents the others there. */
function atVertices(study: MeshStudy, vertices: Uint32Array, isConcerned: Uint8Array): Uint32Array {
  const { mesh, topology } = study;
  const isMeant = new Uint8Array(mesh.positions.length / 3);
  for (let i = 0; i < vertices.length; i++) isMeant[vertices[i]] = 1;
  const lowest = new Uint32Array(isMeant.length).fill(none);
  visitCornersAt(study, vertices, (corner) => {
    const named = mesh.indices[corner];
    const representing = topology.corners[corner];
    if ((isMeant[named] | isMeant[representing]) === 0) return;
    const triangle = (corner / 3) | 0;
    isConcerned[triangle] = 1;
    lowest[named] = Math.min(lowest[named], triangle);
    lowest[representing] = Math.min(lowest[representing], triangle);
  });
  return vertices.map((vertex) => lowest[vertex]);
}

/** Returns the indices of the marks that are 1, ascending. */
function onesOf(marks: Uint8Array): Uint32Array {
  const places = new Uint32Array(marks.length);
  let count = 0;
  for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at)) while (marks[at] === 1) places[count++] = at++;
  return places.slice(0, count);
}
