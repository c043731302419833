import type { KindFormat } from '../../layout.ts';

export const leafFreeFormat: KindFormat = {
  kind: 'leaf-free',
  code: 3,
  layout: 'leaf-free',
  volume: 'box',
  nodeWords: 6,
  hasGrid: false,
  isOrderPacked: false,
};

export const compressedFormat: KindFormat = {
  kind: 'compressed',
  code: 4,
  layout: 'leaf-free',
  volume: 'box',
  nodeWords: 3,
  hasGrid: true,
  isOrderPacked: true,
};
