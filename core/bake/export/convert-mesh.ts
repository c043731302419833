import { InspectorError } from '../../error.ts';
import { identityTransform } from '../../math/transform.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { type Conversion, convertPoint } from './conversion.ts';

/** Vertices or triangles between two calls of `progress`. */
const reportStep = 1 << 14;

/**
 * Returns a mesh with converted coordinates and the same parts. Where triangles are flipped, the first corner stays, so that polygons remain
 * runs of triangles around it.
 * @throws InspectorError `too-large` with the vertex if a finite coordinate leaves the range of f64; whatever `progress` throws.
 */
export function convertMesh(mesh: TriangleMesh, conversion: Conversion, progress: Progress): TriangleMesh {
  const { positions, indices } = mesh;
  const converted = new Float64Array(positions.length);
  const work = (positions.length + indices.length) / 3;
  for (let i = 0; i < positions.length; i += 3) {
    if ((i / 3) % reportStep === 0) progress(i / 3 / work);
    convertPoint(conversion, positions[i], positions[i + 1], positions[i + 2], converted, i);
    for (let k = i; k < i + 3; k++) {
      if (Math.abs(converted[k]) === Infinity && positions.subarray(i, i + 3).every(Number.isFinite)) throw beyondF64(i / 3);
    }
  }
  return {
    ...mesh,
    positions: converted,
    indices: conversion.flips ? flipped(indices, (triangle) => progress((positions.length / 3 + triangle) / work)) : indices,
    parts: mesh.parts.map((part) => convertedPart(part, conversion)),
  };
}

function flipped(indices: Uint32Array, progress: (triangle: number) => void): Uint32Array {
  const found = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i += 3) {
    if ((i / 3) % reportStep === 0) progress(i / 3);
    found[i] = indices[i];
    found[i + 1] = indices[i + 2];
    found[i + 2] = indices[i + 1];
  }
  return found;
}

/** The transform of a part leads from its own space to the converted one. An exact shape without one is in the space of the mesh. */
function convertedPart(part: MeshPart, conversion: Conversion): MeshPart {
  const worldFromPart = part.worldFromPart ?? (part.role?.exact == null ? null : identityTransform);
  if (worldFromPart === null) return part;
  const matrix = Float64Array.from(worldFromPart);
  for (let at = 0; at < 16; at += 4) convertPoint(conversion, matrix[at], matrix[at + 1], matrix[at + 2], matrix, at);
  return { ...part, worldFromPart: [...matrix] };
}

function beyondF64(vertex: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: 'A converted coordinate is beyond the range of 64-bit floats',
    fix: 'Use a larger unit or a smaller scale',
    location: { index: vertex, element: 'vertex' },
  });
}
