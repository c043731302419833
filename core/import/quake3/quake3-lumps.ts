import { exportAgain, refuse } from '../refuse.ts';

/** First bytes of the BSP files of Quake 3 and its relatives. */
export const quake3Mark = 'IBSP';

/** Version of Quake 3 and OpenArena, and of Return to Castle Wolfenstein, whose surfaces are the same. */
const versions = [46, 47];
/** Index, bytes of an element, and name of the lumps that hold surfaces and brushes. */
const lumps = {
  textures: [1, 72, 'textures'],
  planes: [2, 16, 'planes'],
  brushes: [8, 12, 'brushes'],
  brushSides: [9, 8, 'brush sides'],
  vertices: [10, 44, 'vertices'],
  meshVertices: [11, 4, 'mesh vertices'],
  faces: [13, 104, 'faces'],
} as const;
const headerBytes = 8 + 17 * 8;

/** A run of equal elements in a file. */
export interface Lump {
  readonly offset: number;
  readonly count: number;
  /** Bytes of an element. */
  readonly stride: number;
}

export type Quake3Lumps = Readonly<Record<keyof typeof lumps, Lump>>;

/**
 * Returns the lumps of a Quake 3 BSP file. Source: Kekoa Proudfoot, "Unofficial Quake 3 Map Specs" (2000).
 * @throws InspectorError `unsupported-dialect`, `truncated`, `malformed`.
 */
export function quake3Lumps(view: DataView): Quake3Lumps {
  if (view.byteLength < 8 || view.getUint32(0, false) !== 0x49425350)
    throw refuse('unsupported-dialect', 'Only BSP files of Quake 3 are read, which start with IBSP', 'Export the level as OBJ');
  const version = view.getInt32(4, true);
  if (!versions.includes(version))
    throw refuse('unsupported-dialect', `BSP version ${version} is not read; versions 46 and 47 are`, 'Export the level as OBJ', {
      byte: 4,
    });
  if (view.byteLength < headerBytes) throw refuse('truncated', 'The file ends within its list of lumps', exportAgain);
  const read = ([index, stride, name]: readonly [number, number, string]): Lump => {
    const at = 8 + 8 * index;
    const offset = view.getInt32(at, true);
    const length = view.getInt32(at + 4, true);
    if (offset < 0 || length < 0 || offset + length > view.byteLength)
      throw refuse('truncated', `The lump of ${name} is outside the file`, exportAgain, { byte: at });
    if (length % stride !== 0)
      throw refuse('malformed', `The lump of ${name} has ${length} bytes, which is no multiple of ${stride}`, exportAgain, { byte: at });
    return { offset, count: length / stride, stride };
  };
  return {
    textures: read(lumps.textures),
    planes: read(lumps.planes),
    brushes: read(lumps.brushes),
    brushSides: read(lumps.brushSides),
    vertices: read(lumps.vertices),
    meshVertices: read(lumps.meshVertices),
    faces: read(lumps.faces),
  };
}
