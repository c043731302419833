import { writable } from '../state/store/store.ts';
import { withTool } from '../state/store/scene-edits.ts';
import { select } from './actions.ts';
import { setFlies } from './camera-actions.ts';
import { setTurns } from './turntable-actions.ts';
import { always, type Command } from './command.ts';
import { commandLineOf, currentSubject } from './command-lines.ts';
import { copyCommandLine } from './copy-command-line.ts';
import { toggleDialog } from './dialogs.ts';
import { closeManual } from './manual-actions.ts';
import { copyLong } from './copy-long.ts';
import { describeForCopy } from './describe-for-copy.ts';

/** The commands of the menu Edit, for the table of all. */
export const editCommands = {
  undo: {
    title: 'Undo',
    meaning: 'Reverts the last step.',
    menu: 'Edit',
    keys: ['Ctrl+Z'],
    when: ({ store }) => store.history.canUndo.value,
    run: ({ store }) => writable(store).history.undo(),
  },
  redo: {
    title: 'Redo',
    meaning: 'Repeats the reverted step.',
    menu: 'Edit',
    keys: ['Shift+Ctrl+Z', 'Ctrl+Y'],
    when: ({ store }) => store.history.canRedo.value,
    run: ({ store }) => writable(store).history.redo(),
  },
  copyValues: {
    title: 'Copy values',
    meaning: 'Copies the selection, or all hits, overlaps or contacts, with full precision.',
    menu: 'Edit',
    beginsGroup: true,
    keys: ['Ctrl+C'],
    icon: 'copy',
    when: ({ store }) =>
      store.scene.value.selection !== null ||
      store.ray.value !== null ||
      store.sphere.value !== null ||
      store.probe.value !== null ||
      store.pair.value.outcome?.pairContacts != null,
    run: ({ store }) => void copyLong(store, describeForCopy(store)),
  },
  copyCommand: {
    title: 'Copy command',
    meaning: 'Copies the command line that repeats the query of the tool or the selection, or builds the tree.',
    menu: 'Edit',
    keys: ['Shift+Ctrl+C'],
    when: ({ store }) => commandLineOf(store, currentSubject(store)) !== null,
    run: ({ store, session }) => copyCommandLine({ store, session }, currentSubject(store)),
  },
  preferences: {
    title: 'Preferences…',
    meaning: 'Sets the dark or light theme, text size, units, snap steps, mouse and keys.',
    menu: 'Edit',
    beginsGroup: true,
    keys: ['Ctrl+,'],
    when: always,
    run: ({ shell }) => toggleDialog(shell, 'preferences'),
  },
  escape: {
    title: 'Clear selection',
    meaning:
      'Cancels a drag, then stops the turntable, leaves the fly mode, then the tool, then clears the selection, then closes the manual.',
    menu: 'Edit',
    keys: ['Escape'],
    when: ({ store, shell }) =>
      store.history.previewing.value ||
      store.turns.value ||
      store.flies.value ||
      store.scene.value.tool !== 'select' ||
      store.scene.value.selection !== null ||
      shell.manual.value !== null,
    run: ({ store, shell }) => {
      if (store.history.previewing.peek()) writable(store).history.revert();
      else if (store.turns.peek()) setTurns(store, false);
      else if (store.flies.peek()) setFlies(store, false);
      else if (store.scene.peek().tool !== 'select') writable(store).history.amend((scene) => withTool(scene, 'select'));
      else if (store.scene.peek().selection !== null) select(store, null);
      else closeManual(shell);
    },
  },
} as const satisfies Record<string, Command>;
