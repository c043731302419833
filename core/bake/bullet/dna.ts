import { ByteWriter } from '../byte-writer.ts';

/** A struct of Bullet with its number in the table of Bullet 3.24, where it has the same fields in the same order. */
export interface BulletStruct {
  readonly number: number;
  readonly bytes: number;
  readonly fields: readonly (readonly [type: string, name: string])[];
}

/** The structs of a triangle mesh. Bullet copies a struct as it is if the same number has the same fields in its own table. */
export const bulletStructs = {
  // From its size Bullet takes that of a pointer.
  ListBase: {
    number: 2,
    bytes: 16,
    fields: [
      ['void', '*first'],
      ['void', '*last'],
    ],
  },
  btVector3FloatData: { number: 3, bytes: 16, fields: [['float', 'm_floats[4]']] },
  btBvhSubtreeInfoData: {
    number: 11,
    bytes: 20,
    fields: [
      ['int', 'm_rootNodeIndex'],
      ['int', 'm_subtreeSize'],
      ['short', 'm_quantizedAabbMin[3]'],
      ['short', 'm_quantizedAabbMax[3]'],
    ],
  },
  btQuantizedBvhNodeData: {
    number: 14,
    bytes: 16,
    fields: [
      ['short', 'm_quantizedAabbMin[3]'],
      ['short', 'm_quantizedAabbMax[3]'],
      ['int', 'm_escapeIndexOrTriangleIndex'],
    ],
  },
  btQuantizedBvhFloatData: {
    number: 15,
    bytes: 96,
    fields: [
      ['btVector3FloatData', 'm_bvhAabbMin'],
      ['btVector3FloatData', 'm_bvhAabbMax'],
      ['btVector3FloatData', 'm_bvhQuantization'],
      ['int', 'm_curNodeIndex'],
      ['int', 'm_useQuantization'],
      ['int', 'm_numContiguousLeafNodes'],
      ['int', 'm_numQuantizedContiguousNodes'],
      ['btOptimizedBvhNodeFloatData', '*m_contiguousNodesPtr'],
      ['btQuantizedBvhNodeData', '*m_quantizedContiguousNodesPtr'],
      ['btBvhSubtreeInfoData', '*m_subTreeInfoPtr'],
      ['int', 'm_traversalMode'],
      ['int', 'm_numSubtreeHeaders'],
    ],
  },
  btCollisionShapeData: {
    number: 17,
    bytes: 16,
    fields: [
      ['char', '*m_name'],
      ['int', 'm_shapeType'],
      ['char', 'm_padding[4]'],
    ],
  },
  btIntIndexData: { number: 22, bytes: 4, fields: [['int', 'm_value']] },
  btMeshPartData: {
    number: 26,
    bytes: 56,
    fields: [
      ['btVector3FloatData', '*m_vertices3f'],
      ['btVector3DoubleData', '*m_vertices3d'],
      ['btIntIndexData', '*m_indices32'],
      ['btShortIntIndexTripletData', '*m_3indices16'],
      ['btCharIndexTripletData', '*m_3indices8'],
      ['btShortIntIndexData', '*m_indices16'],
      ['int', 'm_numTriangles'],
      ['int', 'm_numVertices'],
    ],
  },
  btStridingMeshInterfaceData: {
    number: 27,
    bytes: 32,
    fields: [
      ['btMeshPartData', '*m_meshPartsPtr'],
      ['btVector3FloatData', 'm_scaling'],
      ['int', 'm_numMeshParts'],
      ['char', 'm_padding[4]'],
    ],
  },
  btTriangleMeshShapeData: {
    number: 28,
    bytes: 80,
    fields: [
      ['btCollisionShapeData', 'm_collisionShapeData'],
      ['btStridingMeshInterfaceData', 'm_meshInterface'],
      ['btQuantizedBvhFloatData', '*m_quantizedFloatBvh'],
      ['btQuantizedBvhDoubleData', '*m_quantizedDoubleBvh'],
      ['btTriangleInfoMapData', '*m_triangleInfoMap'],
      ['float', 'm_collisionMargin'],
      ['char', 'm_pad3[4]'],
    ],
  },
} as const satisfies Readonly<Record<string, BulletStruct>>;

/** The structs of primitives, hulls and compounds. */
export const bulletShapeStructs = {
  btMatrix3x3FloatData: { number: 7, bytes: 48, fields: [['btVector3FloatData', 'm_el[3]']] },
  btTransformFloatData: {
    number: 9,
    bytes: 64,
    fields: [
      ['btMatrix3x3FloatData', 'm_basis'],
      ['btVector3FloatData', 'm_origin'],
    ],
  },
  btConvexInternalShapeData: {
    number: 19,
    bytes: 56,
    fields: [
      ['btCollisionShapeData', 'm_collisionShapeData'],
      ['btVector3FloatData', 'm_localScaling'],
      ['btVector3FloatData', 'm_implicitShapeDimensions'],
      ['float', 'm_collisionMargin'],
      ['int', 'm_padding'],
    ],
  },
  btCompoundShapeChildData: {
    number: 30,
    bytes: 80,
    fields: [
      ['btTransformFloatData', 'm_transform'],
      ['btCollisionShapeData', '*m_childShape'],
      ['int', 'm_childShapeType'],
      ['float', 'm_childMargin'],
    ],
  },
  btCompoundShapeData: {
    number: 31,
    bytes: 32,
    fields: [
      ['btCollisionShapeData', 'm_collisionShapeData'],
      ['btCompoundShapeChildData', '*m_childShapePtr'],
      ['int', 'm_numChildShapes'],
      ['float', 'm_collisionMargin'],
    ],
  },
  btCylinderShapeData: {
    number: 32,
    bytes: 64,
    fields: [
      ['btConvexInternalShapeData', 'm_convexInternalShapeData'],
      ['int', 'm_upAxis'],
      ['char', 'm_padding[4]'],
    ],
  },
  btCapsuleShapeData: {
    number: 34,
    bytes: 64,
    fields: [
      ['btConvexInternalShapeData', 'm_convexInternalShapeData'],
      ['int', 'm_upAxis'],
      ['char', 'm_padding[4]'],
    ],
  },
  btConvexHullShapeData: {
    number: 40,
    bytes: 80,
    fields: [
      ['btConvexInternalShapeData', 'm_convexInternalShapeData'],
      ['btVector3FloatData', '*m_unscaledPointsFloatPtr'],
      ['btVector3DoubleData', '*m_unscaledPointsDoublePtr'],
      ['int', 'm_numUnscaledPoints'],
      ['char', 'm_padding3[4]'],
    ],
  },
} as const satisfies Readonly<Record<string, BulletStruct>>;

export type BulletStructName = keyof typeof bulletStructs | keyof typeof bulletShapeStructs;

/** All structs by their names. */
export const allBulletStructs: Readonly<Record<BulletStructName, BulletStruct>> = { ...bulletStructs, ...bulletShapeStructs };

/** Of the types without a struct of their own. */
const basicBytes: ReadonlyMap<string, number> = new Map([
  ['char', 1],
  ['short', 2],
  ['int', 4],
  ['float', 4],
  ['void', 0],
]);
/** Numbers without a struct of ours have an empty one of this type. */
const fillerType = 'unused';

/**
 * Returns the bytes of the chunk DNA1 for some structs: names of fields, types with their sizes, and structs. Strings end with 0, tables at
 * multiples of 4.
 */
export function dnaBytes(table: Readonly<Record<string, BulletStruct>>): Uint8Array {
  const structs = Object.entries(table);
  const names = [...new Set(structs.flatMap(([, { fields }]) => fields.map(([, name]) => name)))];
  const types = [
    ...new Set([...basicBytes.keys(), fillerType, ...structs.flatMap(([name, { fields }]) => [name, ...fields.map(([type]) => type)])]),
  ];
  const typeBytes = types.map((type) => basicBytes.get(type) ?? structs.find(([name]) => name === type)?.[1].bytes ?? 0);
  const last = Math.max(...structs.map(([, { number }]) => number));
  const byNumber = Array.from({ length: last + 1 }, (_, i) => structs.find(([, { number }]) => number === i));
  const shorts = byNumber.flatMap((found) => {
    if (found === undefined) return [types.indexOf(fillerType), 0];
    const [name, { fields }] = found;
    return [types.indexOf(name), fields.length, ...fields.flatMap((field) => [types.indexOf(field[0]), names.indexOf(field[1])])];
  });
  const lengths = types.length % 2 === 0 ? typeBytes : [...typeBytes, 0];
  return joined(
    letters('SDNA'),
    letters('NAME'),
    Uint32Array.of(names.length),
    strings(names),
    letters('TYPE'),
    Uint32Array.of(types.length),
    strings(types),
    letters('TLEN'),
    Uint16Array.from(lengths),
    letters('STRC'),
    Uint32Array.of(byNumber.length),
    Uint16Array.from(shorts),
  );
}

function letters(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function strings(texts: readonly string[]): Uint8Array {
  const bytes = letters(texts.map((text) => `${text}\0`).join(''));
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  return padded;
}

function joined(...arrays: readonly ArrayBufferView[]): Uint8Array {
  const out = new ByteWriter(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0));
  for (const array of arrays) out.array(array);
  return out.bytes;
}
