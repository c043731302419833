import type { OptionTable, OptionValues } from './option.ts';

const sceneMeaning = 'Scene to read from a glTF or COLLADA file: its number, counted from 0, or its name. Other formats have no scenes.';

/** Which part of a file is read, and how. */
export const importOptions = {
  scene: {
    type: 'text',
    title: 'Scene',
    group: 'Reading files',
    meaning: sceneMeaning,
    placeholder: 'number|name',
    default: '',
    defaultMeaning: 'as set in the file',
    summary: 'Scene of a glTF or COLLADA file',
  },
  triangulation: {
    type: 'choice',
    title: 'Polygons',
    group: 'Reading files',
    meaning: 'How polygons with more than three corners are triangulated.',
    choices: {
      fan: { title: 'Fan', meaning: 'Fan triangulation from the first corner. Concave polygons may fold over.' },
      ears: {
        title: 'Ear clipping',
        meaning: 'Ear clipping for polygons whose fan folds over or has zero-area triangles. Holes of COLLADA polygons stay open.',
      },
    },
    default: 'fan',
    choiceSummaries: {
      fan: 'fan triangulation from the first corner',
      ears: 'ear clipping where a fan folds over',
    },
    summary: 'Triangulation of polygons',
  },
  colliders: {
    type: 'choice',
    title: 'Colliders',
    group: 'Reading files',
    meaning: 'How to import collision shapes that physics extensions, extras or names declare.',
    choices: {
      apart: { title: 'Separate', meaning: 'Import the rendered scene; list the colliders of extensions without importing them.' },
      with: { title: 'Include', meaning: 'Also import colliders of extensions as parts; primitive shapes become triangles.' },
      only: { title: 'Only', meaning: 'Import only colliders.' },
    },
    default: 'apart',
    choiceSummaries: {
      apart: 'list them, but leave them out of the mesh',
      with: 'add them to the mesh',
      only: 'read nothing else',
    },
    summary: 'Colliders of physics extensions',
  },
  curveError: {
    type: 'length',
    title: 'Curve error',
    meaning:
      'Max distance between the Bézier patches of a file and their triangles. 0 is a thousandth of the diagonal of the control points. Small values need many triangles.',
    min: 0,
    default: 0,
    summary: 'Max distance of triangles from Bézier patches; 0: size / 1000',
  },
} as const satisfies OptionTable;

/** Import options of `boxwood check`: colliders are included, so that they are checked too. */
export const checkImportOptions = {
  ...importOptions,
  colliders: { ...importOptions.colliders, default: 'with' },
} as const satisfies OptionTable;

/** Import options of two meshes, for both or for each. */
export const pairImportOptions = {
  triangulation: importOptions.triangulation,
  curveError: importOptions.curveError,
  colliders: importOptions.colliders,
  collidersA: {
    ...importOptions.colliders,
    title: 'Colliders of A',
    group: 'Reading files',
    meaning: 'The same for mesh A only; overrides --colliders.',
    summary: 'As --colliders, for A',
  },
  collidersB: {
    ...importOptions.colliders,
    title: 'Colliders of B',
    group: 'Reading files',
    meaning: 'The same for mesh B only; overrides --colliders.',
    summary: 'As --colliders, for B',
  },
  sceneA: { ...importOptions.scene, title: 'Scene of A', meaning: `For mesh A. ${sceneMeaning}`, summary: 'Scene of A' },
  sceneB: { ...importOptions.scene, title: 'Scene of B', meaning: `For mesh B. ${sceneMeaning}`, summary: 'Scene of B' },
} as const satisfies OptionTable;

export type ImportOptions = OptionValues<typeof importOptions>;
