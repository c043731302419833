/** A step of the tour: a region of the window, and what it is for. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** Selectors of the region, the first one that is shown counts; without any the step is shown in the middle. */
  readonly targets: readonly string[];
}

/** The tour, in its order. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Open',
    text: 'Drop a mesh on the window, or press Ctrl+O. File > Samples has meshes, solids and curved surfaces to learn from.',
    targets: ['[data-menu="File"]'],
  },
  {
    title: 'Meshes and hierarchy',
    text: 'Every open file with its parts, and the nodes of its tree with their share of cost. Click to select, double-click to frame, press an eye to hide.',
    targets: ['section[aria-labelledby="head-meshes"]', 'section[aria-labelledby="head-hierarchy"]'],
  },
  {
    title: 'Tools and queries',
    text: 'Cast rays (T), place spheres (S) or move a second mesh (G). The query follows the pointer, and its results are listed below.',
    targets: ['.tool-strips', '.dock-view'],
  },
  {
    title: 'Findings',
    text: 'Check health (K) lists holes, flipped triangles and other defects with their exact locations. Buttons repair what can be repaired.',
    targets: ['#head-findings'],
  },
  {
    title: 'Compare',
    text: 'Builds every kind of tree for the active mesh, and shows which one is fastest and which one is smallest.',
    targets: ['#head-compare'],
  },
  {
    title: 'Colliders and scenes',
    text: 'Make hulls, fitted shapes and decompositions in Colliders, and find push-outs in Separation. Scene places thousands of instances and plays them.',
    targets: ['#head-colliders', '#head-scene'],
  },
  {
    title: 'Bake and export',
    text: 'Write the mesh, with its tree if you want, to a verified file: File > Export, or the workspace Bake.',
    targets: ['[data-workspace="bake"]', '[data-menu="File"]'],
  },
];
