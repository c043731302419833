/** What a decomposition did other than to divide, with a count. */
export interface DecomposeNote {
  /**
   * `merged-hulls`: hulls were merged to keep the limit. `kept-whole`: a divider lost components, whose convex hulls stand for them.
   * `flat-components`: components without a volume, which have no hull.
   */
  readonly code: 'merged-hulls' | 'kept-whole' | 'flat-components';
  readonly count: number;
  /** One sentence without its full stop. */
  readonly message: string;
}

export function mergedNote(before: number, after: number, components: number): DecomposeNote {
  const [made, kept] = [before.toLocaleString('en'), after.toLocaleString('en')];
  const message =
    components > after
      ? `The mesh has ${components.toLocaleString('en')} separate components: ${made} hulls were merged into ${kept} to keep the limit`
      : `The method made ${made} hulls, more than the limit: they were merged into ${kept}`;
  return { code: 'merged-hulls', count: before - after, message };
}

export function keptWholeNote(count: number, divider: string): DecomposeNote {
  const [what, stand] =
    count === 1
      ? ['1 component', 'its convex hull stands for it']
      : [`${count.toLocaleString('en')} components`, 'their convex hulls stand for them'];
  return { code: 'kept-whole', count, message: `${divider} lost most of ${what}, such as walls thinner than a voxel: ${stand}` };
}

export function flatNote(count: number): DecomposeNote {
  const what = count === 1 ? '1 flat component was' : `${count.toLocaleString('en')} flat components were`;
  return { code: 'flat-components', count, message: `${what} left out: a hull of it has no volume` };
}
