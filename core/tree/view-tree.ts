import { InspectorError } from '../error.ts';
import { gridWords } from './kinds/quantised/quantised-box.ts';
import { notWide, readWideHeader, wideHeaderBytes, wideSections, type WideHeader } from './kinds/wide/wide-sections.ts';
import { countBitsByte, headerBytes, splitCodes, type KindFormat, type SplitName, type Tree } from './layout.ts';
import { orderWords, packedBits, plainBits } from './leaf-order.ts';
import { blockBytes, entryWords } from '../kernel/index.ts';

/** Size of the grid, with the zeros after it. */
const gridBytes = 48;

/**
 * Views bytes as a tree of a known kind. The caller has checked magic number, version and kind; see `openTree`.
 * @throws InspectorError `invalid-bytes`.
 */
export function viewTree(bytes: ArrayBuffer | SharedArrayBuffer, format: KindFormat): Tree {
  const header = new DataView(bytes);
  const u32 = (at: number): number => header.getUint32(at, true);
  const { kind, layout, volume, nodeWords: stride, hasGrid } = format;
  const split = splitOf(u32(12));
  const nodeCount = u32(16);
  const triangles = u32(24);
  const meshTriangles = u32(28);
  if (layout === 'leaf-free' && nodeCount > 0 && nodeCount % 2 === 0) throw invalidTree(`${nodeCount} nodes, wanted an odd number`, 16);
  const isWide = layout === 'wide';
  if (isWide && bytes.byteLength < headerBytes + wideHeaderBytes) throw invalidTree('the header is cut off', headerBytes);
  const wide = isWide ? readWideHeader(header) : notWide;
  const sections = sectionsOf(format, nodeCount, triangles, meshTriangles, wide);
  const { stored, nodesAt, slotsAt, flagsAt, blocksAt, entriesAt, orderAt, orderBits, end } = sections;
  if (bytes.byteLength !== end) throw invalidTree(`${bytes.byteLength} bytes, wanted ${end}`, 16);
  const countBits = layout === 'leaf-free' ? u32(countBitsByte) : 0;
  if (countBits > 31) throw invalidTree(`counts of ${countBits} bits`, countBitsByte);
  const isLeafFree = layout === 'leaf-free';
  return {
    bytes,
    kind,
    layout,
    volume,
    isReadInPlace: kind === 'aabb',
    split,
    nodeCount,
    leafCount: u32(20),
    depth: u32(32),
    leafTriangles: u32(36),
    maxDepth: u32(40),
    minExtent: header.getFloat64(48, true),
    triangles,
    meshTriangles,
    origin: [header.getFloat64(56, true), header.getFloat64(64, true), header.getFloat64(72, true)],
    bounds: new Float64Array(bytes, 80, 6),
    nodeWords: stride,
    nodesF32: new Float32Array(bytes, nodesAt, stored * stride),
    nodesU32: new Uint32Array(bytes, nodesAt, stored * stride),
    nodesU16: new Uint16Array(bytes, nodesAt, 2 * stored * stride),
    grid: new Float32Array(bytes, headerBytes, hasGrid ? gridWords : 0),
    slots: new Uint32Array(bytes, slotsAt, isLeafFree ? 2 * stored : 0),
    flags: new Uint8Array(bytes, flagsAt, isLeafFree ? stored : 0),
    countBits,
    leafOrder: new Uint32Array(bytes, orderAt, orderWords(triangles, orderBits)),
    orderBits,
    wide: {
      scale: wide.scale,
      isExact: wide.isExact,
      blocksF32: new Float32Array(bytes, blocksAt, (blockBytes / 4) * wide.blocks),
      blocksU32: new Uint32Array(bytes, blocksAt, (blockBytes / 4) * wide.blocks),
      entries: new Uint32Array(bytes, entriesAt, isWide ? entryWords * nodeCount : 0),
    },
    loaded: null,
  };
}

/** Returns the length in bytes of a tree. `nodeCount` includes leaves; `wide` is for the wide layout only. */
export function byteLengthOf(
  format: KindFormat,
  nodeCount: number,
  triangles: number,
  meshTriangles: number = triangles,
  wide: WideHeader = notWide,
): number {
  return sectionsOf(format, nodeCount, triangles, meshTriangles, wide).end;
}

export function invalidTree(what: string, byte: number): InspectorError {
  return new InspectorError({
    code: 'invalid-bytes',
    message: `These bytes are not a tree: ${what}`,
    fix: 'Build the tree again',
    location: { byte },
  });
}

function splitOf(code: number): SplitName {
  // `Object.entries` forgets the names that the record is made of.
  for (const [name, value] of Object.entries(splitCodes)) if (value === code) return name as SplitName;
  throw invalidTree(`split ${code} is unknown`, 12);
}

/** Byte offsets of the parts of a tree. */
interface Sections {
  /** Number of stored nodes: all, or inner nodes only. */
  readonly stored: number;
  readonly nodesAt: number;
  readonly slotsAt: number;
  readonly flagsAt: number;
  readonly blocksAt: number;
  readonly entriesAt: number;
  readonly orderAt: number;
  readonly orderBits: number;
  readonly end: number;
}

function sectionsOf(format: KindFormat, nodeCount: number, triangles: number, meshTriangles: number, wide: WideHeader): Sections {
  const { layout, nodeWords: stride, hasGrid, isOrderPacked } = format;
  if (layout === 'wide') {
    const { nodesAt, blocksAt, entriesAt, orderAt, end } = wideSections(headerBytes + wideHeaderBytes, wide, nodeCount, triangles);
    return { stored: wide.stored, nodesAt, slotsAt: blocksAt, flagsAt: blocksAt, blocksAt, entriesAt, orderAt, orderBits: plainBits, end };
  }
  const stored = layout === 'leaf-free' ? Math.max(0, (nodeCount - 1) / 2) : nodeCount;
  const nodesAt = headerBytes + (hasGrid ? gridBytes : 0);
  const slotsAt = nodesAt + 4 * stored * stride;
  const flagsAt = slotsAt + (layout === 'leaf-free' ? 8 * stored : 0);
  const orderAt = flagsAt + (layout === 'leaf-free' ? 4 * Math.ceil(stored / 4) : 0);
  const orderBits = isOrderPacked ? packedBits(meshTriangles) : plainBits;
  const end = orderAt + 4 * orderWords(triangles, orderBits);
  return { stored, nodesAt, slotsAt, flagsAt, blocksAt: orderAt, entriesAt: orderAt, orderAt, orderBits, end };
}
