import type { TreeKind } from '../layout.ts';
import { aabbKind } from './aabb/aabb-kind.ts';
import { dop14Kind, dop18Kind, dop26Kind, dop6Kind } from './dop/dop-kind.ts';
import type { KindSpec } from './kind-spec.ts';
import { compressedKind } from './leaf-free/compressed-kind.ts';
import { leafFreeKind } from './leaf-free/leaf-free-kind.ts';
import { obbKind } from './obb/obb-kind.ts';
import { quantisedKind } from './quantised/quantised-kind.ts';
import { rssKind } from './rss/rss-kind.ts';
import { sphereKind } from './sphere/sphere-kind.ts';
import { wideKind } from './wide/wide-kind.ts';

/** All kinds of trees. Titles and meanings are in `core/options/build-options.ts`. */
export const treeKinds: Readonly<Record<TreeKind, KindSpec>> = {
  aabb: aabbKind,
  quantised: quantisedKind,
  'leaf-free': leafFreeKind,
  wide: wideKind,
  compressed: compressedKind,
  sphere: sphereKind,
  obb: obbKind,
  rss: rssKind,
  dop6: dop6Kind,
  dop14: dop14Kind,
  dop18: dop18Kind,
  dop26: dop26Kind,
};

/** The kind with a code of the header; `null` for an unknown code. */
export function kindOfCode(code: number): TreeKind | null {
  for (const spec of Object.values(treeKinds)) if (spec.code === code) return spec.kind;
  return null;
}
