import { describe, expect, it } from 'vitest';
import { coincidentTriangles, doesAscend } from '#core/mesh/coincident-triangles';
import { edgeCount, isForward, isInconsistent, meshTopology, none, sidesOnEdge, triangleStates } from '#core/mesh/topology';
import { vertexCorners } from '#core/mesh/vertex-corners';
import { ball, box, joined, meshOf } from '../../fixtures/shapes.ts';

/** Two triangles over the diagonal of a unit square, each with vertices of its own. */
const square = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 3, 4, 5]);

describe('the topology of a mesh', () => {
  it('takes vertices at equal positions as one', () => {
    const topology = meshTopology(square);
    expect([...topology.corners]).toEqual([0, 1, 2, 0, 2, 5]);
    expect([...topology.edgeVertices]).toEqual([0, 1, 0, 2, 0, 5, 1, 2, 2, 5]);
    // The diagonal: the third side of the one, the first of the other.
    expect([...topology.edgeSides.subarray(topology.edgeFirst[1], topology.edgeFirst[2])]).toEqual([2, 3]);
    expect([0, 1, 2, 3, 4].map((edge) => sidesOnEdge(topology, edge))).toEqual([1, 2, 1, 1, 1]);
    expect([isForward(topology, 2), isForward(topology, 3), isInconsistent(topology, 1)]).toEqual([false, true, false]);
  });

  it('has no edges for triangles without finite corners, or with a position twice', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0, -0, 0, 0], [0, 1, 2, 0, 1, 3, 0, 1, 4]);
    const topology = meshTopology(mesh);
    expect([...topology.states]).toEqual([triangleStates.plain, triangleStates.nonFinite, triangleStates.repeatedVertex]);
    expect(edgeCount(topology)).toBe(3);
    expect([...topology.sideEdges.subarray(3)]).toEqual([none, none, none, none, none, none]);
  });

  it('obeys Euler on a ball: vertices - edges + triangles = 2', () => {
    const mesh = ball(20, 12);
    expect(mesh.positions.length / 3 - edgeCount(meshTopology(mesh)) + mesh.indices.length / 3).toBe(2);
  });

  it('knows the corners around each vertex: those of a box have four or five', () => {
    const { first, corners } = vertexCorners(meshTopology(box()));
    expect([...first]).toEqual([0, 5, 9, 14, 18, 23, 27, 32, 36]);
    expect([...corners].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, i) => i));
  });
});

describe('coincident triangles', () => {
  it('are found whatever their order, start and winding', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 1, 3, 2, 1, 0, 1, 2, 0, 3, 1, 2]);
    const topology = meshTopology(mesh);
    const { first, triangles } = coincidentTriangles(topology);
    expect([[...first], [...triangles]]).toEqual([
      [0, 3],
      [0, 2, 3],
    ]);
    expect([0, 2, 3].map((triangle) => doesAscend(topology, triangle))).toEqual([true, false, true]);
  });

  it('are found among a hundred thousand on one edge', () => {
    const pages = 100_000;
    const positions = [0, 0, 0, 0, 0, 1];
    const indices: number[] = [];
    for (let page = 0; page < pages; page++) {
      positions.push(Math.cos(page), Math.sin(page), 0);
      indices.push(0, 1, 2 + page);
    }
    const book = meshOf(positions, [...indices, 7, 1, 0]);
    const topology = meshTopology(book);
    expect(sidesOnEdge(topology, 0)).toBe(pages + 1);
    expect([...coincidentTriangles(topology).triangles]).toEqual([5, pages]);
  });

  it('are none in a mesh of two boxes', () => {
    expect([...coincidentTriangles(meshTopology(joined([box(), box([2, 0, 0], [3, 1, 1])]))).first]).toEqual([0]);
  });
});
