import type { TreeKind } from '#core/tree/layout';

/** What bounds a node of each kind, in words: `32 spheres`. */
export const volumeWords: Readonly<Record<TreeKind, { readonly one: string; readonly many: string }>> = {
  aabb: { one: 'box', many: 'boxes' },
  quantised: { one: '16-bit box', many: '16-bit boxes' },
  'leaf-free': { one: 'box', many: 'boxes' },
  wide: { one: 'box', many: 'boxes' },
  compressed: { one: '16-bit box', many: '16-bit boxes' },
  sphere: { one: 'sphere', many: 'spheres' },
  obb: { one: 'oriented box', many: 'oriented boxes' },
  dop6: { one: 'box', many: 'boxes' },
  dop14: { one: '14-DOP', many: '14-DOPs' },
  dop18: { one: '18-DOP', many: '18-DOPs' },
  dop26: { one: '26-DOP', many: '26-DOPs' },
};

/** With a capital, for the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
