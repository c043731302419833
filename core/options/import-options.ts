import type { OptionTable, OptionValues } from './option.ts';

const sceneThatIsRead = 'scene of a glTF or COLLADA file that is read, by its number from 0 or by its name; other formats have none.';

/** What of a file is read, where it holds a choice. */
export const importOptions = {
  scene: {
    type: 'text',
    title: 'Scene',
    meaning: `The ${sceneThatIsRead}`,
    placeholder: 'number|name',
    default: '',
    defaultMeaning: 'the one that the file names',
  },
  triangulation: {
    type: 'choice',
    title: 'Polygons',
    meaning: 'How polygons with more than three corners become triangles; as many in each case, save where COLLADA has holes in them.',
    choices: {
      fan: { title: 'Fan', meaning: 'From the first corner to each edge, as facts are counted. A concave polygon may fold over.' },
      ears: {
        title: 'Ears',
        meaning:
          'Where the fan folds over or has flat triangles, ears are clipped, so that concave polygons are filled. Holes of COLLADA stay open.',
      },
    },
    default: 'fan',
  },
  colliders: {
    type: 'choice',
    title: 'Colliders',
    meaning: 'What becomes of colliders: of those that only a physics extension refers to, and of those that names or extras tell.',
    choices: {
      apart: { title: 'Apart', meaning: 'The mesh is what the scene shows; colliders of an extension are listed.' },
      with: { title: 'With', meaning: 'Colliders of an extension are parts of the mesh too, those in numbers as triangles.' },
      only: { title: 'Only', meaning: 'Only colliders, however they are told, make up the mesh.' },
    },
    default: 'apart',
  },
} as const satisfies OptionTable;

/** What a check reads: a gate that never looked at a collider would let it through. */
export const checkImportOptions = {
  ...importOptions,
  colliders: { ...importOptions.colliders, default: 'with' },
} as const satisfies OptionTable;

/** The same for both of two meshes that are asked together, or for each. */
export const pairImportOptions = {
  triangulation: importOptions.triangulation,
  colliders: importOptions.colliders,
  collidersA: { ...importOptions.colliders, title: 'Colliders of A', meaning: 'For A in place of what --colliders says.' },
  collidersB: { ...importOptions.colliders, title: 'Colliders of B', meaning: 'For B in place of what --colliders says.' },
  sceneA: { ...importOptions.scene, title: 'Scene of A', meaning: `For A the ${sceneThatIsRead}` },
  sceneB: { ...importOptions.scene, title: 'Scene of B', meaning: `For B the ${sceneThatIsRead}` },
} as const satisfies OptionTable;

export type ImportOptions = OptionValues<typeof importOptions>;
