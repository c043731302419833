import type { SourceLocation } from '../../error.ts';
import { addFinding, unusableFaces, type FindingKind, type FindingList } from '../finding-list.ts';
import { growableU32, pushU32, takeU32 } from '../growable.ts';
import { pushFan, takePolygons, type FaceList } from '../mesh-builder.ts';
import { exportAgain, refuse } from '../refuse.ts';
import type { MaterialFrom } from '../scene/place-meshes.ts';
import { usdAttributeOf, attributeNumbers, primLocation, tokenOf, type Opinions } from './compose.ts';

/** A mesh of the stage in its own space. */
export interface UsdMesh {
  /** (3·V) */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly triangles: Uint32Array;
  /** See `TriangleMesh`. */
  readonly polygons?: Uint32Array;
  /** Empty if no subset has a material of its own. */
  readonly materials: readonly MaterialFrom[];
}

/** Faces of a mesh with a material of their own. */
export interface FaceMaterial {
  readonly faces: Float64Array;
  readonly name: string | null;
}

const cage: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Subdivision surfaces are read as their control cages, which is what physics engines use',
  fix: 'Subdivide them in the program that made the file if the smooth surface should collide',
};

const holes: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Faces marked as holes are left out',
  fix: 'Remove the mark in the program that made the file if they should collide',
};

const unusedIndices: FindingKind = {
  code: 'count-mismatch',
  severity: 'warning',
  message: 'The counts of the faces need more or fewer indices than the mesh has',
  fix: 'Check that the mesh is complete',
};

/**
 * Returns the mesh of a prim.
 * @throws InspectorError `malformed` and as the readers do.
 */
export function readUsdMesh(opinions: Opinions, subsets: readonly FaceMaterial[], findings: FindingList): UsdMesh {
  const location = attributeLocation(opinions, 'points');
  const positions = attributeNumbers(opinions, 'points') ?? new Float64Array(0);
  if (positions.length % 3 !== 0)
    throw refuse('malformed', `${positions.length} coordinates are not a multiple of three`, exportAgain, location);
  const scheme = tokenOf(opinions, 'subdivisionScheme');
  if (scheme !== '' && scheme !== 'none') addFinding(findings, cage, primLocation(opinions));
  const counts = attributeNumbers(opinions, 'faceVertexCounts') ?? new Float64Array(0);
  const indices = attributeNumbers(opinions, 'faceVertexIndices') ?? new Float64Array(0);
  const faces: Faces = {
    counts,
    indices,
    isFlipped: tokenOf(opinions, 'orientation') === 'leftHanded',
    holes: new Set(attributeNumbers(opinions, 'holeIndices') ?? []),
  };
  return { positions, ...readFaces(faces, positions.length / 3, subsets, attributeLocation(opinions, 'faceVertexIndices'), findings) };
}

interface Faces {
  readonly counts: Float64Array;
  readonly indices: Float64Array;
  /** Whether the orientation is `leftHanded`: the winding is flipped. */
  readonly isFlipped: boolean;
  readonly holes: ReadonlySet<number>;
}

function readFaces(
  { counts, indices, isFlipped, holes: left }: Faces,
  vertices: number,
  subsets: readonly FaceMaterial[],
  location: SourceLocation,
  findings: FindingList,
): Omit<UsdMesh, 'positions'> {
  const list: FaceList = { indices: growableU32(indices.length), polygons: growableU32(0) };
  const corners = growableU32(16);
  const materialOf = materialsByFace(subsets, counts.length);
  const materials: MaterialFrom[] = [];
  let current: string | null = null;
  let at = 0;
  for (let face = 0; face < counts.length; face++) {
    const count = counts[face];
    const end = at + count;
    if (!(count >= 3) || !Number.isInteger(count) || end > indices.length) {
      addFinding(findings, unusableFaces, { ...location, index: face, element: 'face' });
      // After an invalid count no index is reliable.
      if (!(count >= 0) || end > indices.length) break;
      at = end;
      continue;
    }
    corners.length = 0;
    let isUsable = true;
    for (let i = at; i < end; i++) {
      const index = indices[isFlipped && i > at ? end - (i - at) : i];
      if (index >= 0 && index < vertices && Number.isInteger(index)) pushU32(corners, index);
      else isUsable = false;
    }
    at = end;
    if (left.has(face)) addFinding(findings, holes, { ...location, index: face, element: 'face' });
    else if (!isUsable) addFinding(findings, unusableFaces, { ...location, index: face, element: 'face' });
    else {
      const material = materialOf(face);
      if (subsets.length > 0 && (material !== current || materials.length === 0))
        materials.push({ triangle: list.indices.length / 3, name: material });
      current = material;
      pushFan(list, corners.values, corners.length);
    }
  }
  if (at !== indices.length) addFinding(findings, unusedIndices, location);
  return { triangles: takeU32(list.indices), ...takePolygons(list), materials };
}

/** Returns the material of each face. A face in several subsets has the material of the first. */
function materialsByFace(subsets: readonly FaceMaterial[], faces: number): (face: number) => string | null {
  if (subsets.length === 0) return () => null;
  const rest = subsets.find(({ faces: of }) => of === allOtherFaces)?.name ?? null;
  const which = new Int32Array(faces).fill(-1);
  subsets.forEach(({ faces: own }, i) => {
    for (const face of own) if (face >= 0 && face < faces && which[face] < 0) which[face] = i;
  });
  return (face) => (which[face] < 0 ? rest : (subsets[which[face]]?.name ?? null));
}

/** Replaces the faces of a subset: all faces that no other subset has. */
export const allOtherFaces = new Float64Array(0);

function attributeLocation(opinions: Opinions, name: string): SourceLocation {
  const attribute = usdAttributeOf(opinions, name);
  if (attribute === undefined) return primLocation(opinions);
  return { ...(attribute.file !== null && { file: attribute.file }), ...attribute.location };
}
