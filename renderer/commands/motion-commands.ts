import type { App } from './app.ts';
import type { Command } from './command.ts';
import { addMotion, removeMotion, saveCertificate, whyNoCertificate } from './motion-actions.ts';

const hasMotion = ({ store }: App): boolean => store.scene.value.motion !== null;
const noMotion = 'Add a motion first: Tools > Add motion.';

/** The commands of the motion of the moving mesh, in the menu Tools. */
export const motionCommands = {
  addMotion: {
    title: 'Add motion',
    meaning: 'Gives the moving mesh a start and an end, to find its first contact between them.',
    menu: 'Tools',
    beginsGroup: true,
    keys: [],
    when: ({ store }) => store.scene.value.movingMesh !== null && store.scene.value.motion === null,
    whyNot: ({ store }) => {
      if (store.scene.value.movingMesh === null) return 'Choose a moving mesh first: Tools > Moving mesh.';
      return store.scene.value.motion === null ? null : 'The moving mesh has a motion.';
    },
    run: (app) => {
      addMotion(app);
      app.shell.showList('motion');
    },
  },
  findContact: {
    title: 'Find contact',
    meaning: 'Finds the first contact of the motion, proven, with the clearance over time.',
    menu: 'Tools',
    keys: [],
    when: ({ motion }) => motion.whyNot.value === null,
    whyNot: ({ motion }) => motion.whyNot.value,
    run: ({ motion, shell }) => {
      shell.showList('motion');
      motion.find();
    },
  },
  playMotion: {
    title: 'Play motion',
    meaning: 'Plays or pauses the motion of the moving mesh.',
    menu: 'Tools',
    keys: [],
    when: hasMotion,
    whyNot: (app) => (hasMotion(app) ? null : noMotion),
    checked: ({ store }) => store.motionPlays.value,
    run: ({ store, motion }) => (store.motionPlays.peek() ? motion.pause() : motion.play()),
  },
  saveCertificate: {
    title: 'Save motion certificate',
    meaning: 'Saves the proof of the first contact as a file for boxwood verify.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => whyNoCertificate(store) === null,
    whyNot: ({ store }) => whyNoCertificate(store),
    run: (app) => void saveCertificate(app),
  },
  removeMotion: {
    title: 'Remove motion',
    meaning: 'Removes the motion. The moving mesh keeps its pose.',
    menu: 'Tools',
    keys: [],
    when: hasMotion,
    whyNot: (app) => (hasMotion(app) ? null : noMotion),
    run: (app) => removeMotion(app),
  },
} as const satisfies Record<string, Command>;
