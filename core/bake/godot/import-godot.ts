import { unitName, type SourceSpace } from '../../mesh/source-space.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { meshOfShapesByMatrix, roleInFile, type ShapeByMatrix } from '../bodies/mesh-of-read-shapes.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { readGodot, type GodotCollider, type ReadGodot } from './read-godot.ts';

const space: SourceSpace = { metresPerUnit: 1, up: '+y', handedness: 'right' };

/** Opens a scene or a shape of Godot as a document: a part for each shape. @throws InspectorError as `readGodot`, and as `meshOfShapesByMatrix`. */
export function importGodot(bytes: Uint8Array, progress: Progress): ImportedBake {
  const read = godotMesh(bytes, progress);
  const format = read.kind === 'scene' ? 'godot-scene' : 'godot-shape';
  return {
    ...engineBake(format, `Godot 4 ${read.kind}, text`, read.mesh),
    units: unitName(space.metresPerUnit),
    space,
    findings: read.findings,
  };
}

/** Returns the shapes of a file as one mesh. @throws InspectorError as `readGodot`, and as `meshOfShapesByMatrix`. */
export function godotMesh(
  bytes: Uint8Array,
  progress: Progress = noProgress,
): Pick<ReadGodot, 'kind' | 'findings'> & { readonly mesh: TriangleMesh } {
  const { kind, findings, colliders } = readGodot(bytes, progress);
  return { kind, findings, mesh: meshOfShapesByMatrix(colliders.map(placed)) };
}

function placed({ name, shape, worldFromShape, isTrigger, material }: GodotCollider): ShapeByMatrix {
  const exact = shape.kind === 'exact' ? shape.exact : null;
  const physics = material === null ? {} : { physics: { material, filter: null } };
  return {
    name,
    role: { ...roleInFile(exact?.kind ?? (shape.kind === 'hull' ? 'hull' : 'triangles'), exact), isTrigger, ...physics },
    worldFromPart: worldFromShape,
    surface: shape.kind === 'exact' ? null : shape.surface,
  };
}
