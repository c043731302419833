import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { addFinding, boundlessBrushes, damagedBrushes, type FindingList } from '../finding-list.ts';
import { isSolidBrush, quake3Brush } from './quake3-brushes.ts';
import type { Quake3Lumps } from './quake3-lumps.ts';

/** Returns the indices of the solid brushes of a level. */
export function solidBrushes(view: DataView, lumps: Quake3Lumps): readonly number[] {
  return [...Array(lumps.brushes.count).keys()].filter((index) => isSolidBrush(view, lumps, index));
}

/** Returns a mesh with brushes after its parts, each a closed convex part with the role of a collider. */
export function brushMesh(
  view: DataView,
  lumps: Quake3Lumps,
  brushes: readonly number[],
  { positions, indices, parts }: TriangleMesh,
  findings: FindingList,
): TriangleMesh {
  const added: number[] = [];
  const corners: number[] = [];
  const polygons: number[] = [];
  const brushParts: MeshPart[] = [];
  for (const index of brushes) {
    const brush = quake3Brush(view, lumps, index);
    if (typeof brush === 'string') {
      addFinding(findings, brush === 'damaged' ? damagedBrushes : boundlessBrushes, { index, element: 'brush' });
      continue;
    }
    const firstVertex = (positions.length + added.length) / 3;
    const firstTriangle = (indices.length + corners.length) / 3;
    for (const point of brush.points) added.push(...point);
    for (const face of brush.faces) {
      if (face.length > 3) polygons.push((indices.length + corners.length) / 3, face.length - 2);
      for (let i = 2; i < face.length; i++) corners.push(firstVertex + face[0]!, firstVertex + face[i - 1]!, firstVertex + face[i]!);
    }
    const triangleCount = (indices.length + corners.length) / 3 - firstTriangle;
    brushParts.push({
      name: `brush ${index}`,
      firstTriangle,
      triangleCount,
      worldFromPart: null,
      role: { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'format', exact: null },
    });
  }
  const all = new Float64Array(positions.length + added.length);
  all.set(positions);
  all.set(added, positions.length);
  const triangles = new Uint32Array(indices.length + corners.length);
  triangles.set(indices);
  triangles.set(corners, indices.length);
  return {
    positions: all,
    indices: triangles,
    parts: [...parts, ...brushParts],
    ...(polygons.length > 0 && { polygons: Uint32Array.from(polygons) }),
  };
}
