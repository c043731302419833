import type { KindFormat } from '../../layout.ts';

/** Bytes of a node of kind `aabb`. */
export const aabbBytes = 32;
/** Stride of a node in 4-byte words, for the f32 and the u32 view alike. */
export const aabbWords = 8;
/** Word offsets inside a node. */
export const minWord = 0;
export const maxWord = 3;
export const linkWord = 6;
export const countWord = 7;

export const aabbFormat: KindFormat = {
  kind: 'aabb',
  code: 1,
  layout: 'binary',
  volume: 'box',
  nodeWords: aabbWords,
  hasGrid: false,
  isOrderPacked: false,
};
