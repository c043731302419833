import { colourings, type ColourBy } from '../state/colour/colour-by.ts';
import { setDisplay } from './actions.ts';
import type { App } from './app.ts';
import { hasMesh, type Command } from './command.ts';
import { alignSection, flipSection, sectionThroughSelection, toggleClipBox, toggleSectionPlane } from './section-actions.ts';

const hasPlane = ({ store }: App): boolean => store.scene.value.display.section.plane.isOn;

/** The commands of section and colour in the menu View, for the table of all. */
export const sectionCommands = {
  sectionPlane: {
    title: 'Section plane',
    meaning: 'Cuts the view open with a plane. Drag its arrow to move it, and the tip to rotate it.',
    menu: 'View',
    beginsGroup: true,
    keys: ['Y'],
    icon: 'sectionPlane',
    when: hasMesh,
    checked: hasPlane,
    run: ({ store, shell }) => {
      toggleSectionPlane(store);
      if (store.scene.peek().display.section.plane.isOn) shell.showList('display');
    },
  },
  clipBox: {
    title: 'Clip box',
    meaning: 'Shows only what is inside a box. Drag its faces.',
    menu: 'View',
    keys: ['Alt+B'],
    icon: 'clipBox',
    when: hasMesh,
    checked: ({ store }) => store.scene.value.display.section.box.isOn,
    run: ({ store, shell }) => {
      toggleClipBox(store);
      if (store.scene.peek().display.section.box.isOn) shell.showList('display');
    },
  },
  flipSection: {
    title: 'Flip section',
    meaning: 'Shows the other half of the section plane.',
    menu: 'View',
    keys: ['Alt+Y'],
    when: hasPlane,
    run: ({ store }) => flipSection(store),
  },
  alignSection: {
    title: 'Align section to view',
    meaning: 'Makes the section plane face the camera.',
    menu: 'View',
    keys: [],
    when: hasMesh,
    run: ({ store }) => alignSection(store),
  },
  sectionThrough: {
    title: 'Section through selection',
    meaning: 'Moves the section plane to the middle of the selection.',
    menu: 'View',
    keys: [],
    when: ({ store }) => ![undefined, 'document'].includes(store.scene.value.selection?.kind),
    whyNot: () => 'Select a part, a node, a triangle or a hit first.',
    run: ({ store }) => sectionThroughSelection(store),
  },
  nextColouring: {
    title: 'Next colouring',
    meaning: 'Colours triangles by part, material, role, file, component, facing or tree depth.',
    menu: 'View',
    keys: ['U'],
    when: hasMesh,
    run: ({ store }) => {
      const all = Object.keys(colourings) as ColourBy[];
      const next = all[(all.indexOf(store.scene.peek().display.colourBy) + 1) % all.length]!;
      setColouring({ store }, next);
    },
  },
  ghost: {
    title: 'Ghost others',
    meaning: 'Draws everything but the selection faintly.',
    menu: 'View',
    keys: ['Shift+U'],
    icon: 'ghost',
    when: hasMesh,
    checked: ({ store }) => store.scene.value.display.ghost,
    run: ({ store }) => {
      const ghost = !store.scene.peek().display.ghost;
      setDisplay(store, ghost ? 'Ghost others' : 'No ghosts', { ghost });
    },
  },
} as const satisfies Record<string, Command>;

export function setColouring({ store }: Pick<App, 'store'>, colourBy: ColourBy): void {
  setDisplay(store, colourBy === 'plain' ? 'Plain colours' : `Colour by ${colourings[colourBy].title.toLowerCase()}`, { colourBy });
}
