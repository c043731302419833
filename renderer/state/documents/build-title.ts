import { buildOptions, type BuildOptions } from '#core/options';

/** Returns a tree's options as a short phrase: `median, leaf 4`, `oriented boxes, SAH, binned, leaf 4, depth 20`. */
export function buildTitle(options: BuildOptions): string {
  const { kind, split, leafTriangles, maxDepth, minExtent } = options;
  // Lower case, except for SAH and PLOC.
  const { title } = buildOptions.split.choices[split];
  const splitTitle = /^[A-Z]{2}/.test(title) ? title : title.toLowerCase();
  const limits = [maxDepth > 0 ? `depth ${maxDepth}` : '', minExtent > 0 ? `box ${minExtent}` : ''].filter((text) => text !== '');
  const kindTitle = kind === buildOptions.kind.default ? [] : [buildOptions.kind.choices[kind].title];
  return [...kindTitle, splitTitle, `leaf ${leafTriangles}`, ...limits].join(', ');
}
