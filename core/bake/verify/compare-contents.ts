import type { BakedFrom, Difference } from './difference.ts';
import type { OpenBaked } from './open-baked.ts';
import { sameData } from './same-data.ts';

/** Compares the content that only `.boxwood` files have in addition to the mesh. */
export function compareContents({ contents }: OpenBaked, from: BakedFrom): readonly Difference[] {
  if (contents === null) return [];
  const differences: Difference[] = [];
  if (from.trees !== undefined)
    differences.push(
      ...compareTrees(
        contents.trees,
        from.trees.map(({ bytes }) => new Uint8Array(bytes)),
      ),
    );
  for (const [name, what] of described) {
    if (from[name] !== undefined && !sameData(contents[name], from[name]))
      differences.push({ problem: `${what} different from the input`, count: 1 });
  }
  return differences;
}

const described = [
  ['source', 'The source is'],
  ['space', 'Unit and axes are'],
  ['findings', 'The findings are'],
  ['ignored', 'The ignored findings are'],
] as const;

function compareTrees(found: readonly Uint8Array[], wanted: readonly Uint8Array[]): readonly Difference[] {
  if (found.length !== wanted.length)
    return [{ problem: `The file has ${found.length} of ${wanted.length} trees`, count: Math.abs(found.length - wanted.length) }];
  return found.flatMap((tree, i) =>
    sameBytes(tree, wanted[i]) ? [] : [{ problem: `Tree ${i + 1} is different from the input`, count: 1 }],
  );
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
