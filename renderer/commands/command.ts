import type { App } from './app.ts';

export const menuNames = ['File', 'Edit', 'View', 'Tools', 'Help'] as const;
export type MenuName = (typeof menuNames)[number];

/** The icons of commands; `renderer/widgets/icon.tsx` draws each of them. */
export type CommandIcon =
  | 'secondView'
  | 'copy'
  | 'frame'
  | 'health'
  | 'heat'
  | 'movingMesh'
  | 'movingMove'
  | 'movingScale'
  | 'movingRotate'
  | 'nextFinding'
  | 'openFile'
  | 'play'
  | 'previousFinding'
  | 'ray'
  | 'select'
  | 'shaded'
  | 'sphere'
  | 'wire'
  | 'xray';

export interface Command {
  readonly title: string;
  /** One sentence for tooltips and help. */
  readonly meaning: string;
  /** Where it is listed; commands of one menu stand in the table's order, a new group begins with a line. */
  readonly menu: MenuName;
  readonly beginsGroup?: boolean;
  /** As `keyOf` writes them, the one to show first. */
  readonly keys: readonly string[];
  readonly icon?: CommandIcon;
  /** Whether it can run now. */
  readonly when: (app: App) => boolean;
  /** Why it cannot run now, as one sentence, where that is not plain to see. */
  readonly whyNot?: (app: App) => string | null;
  /** For commands that switch something: whether it is on. */
  readonly checked?: (app: App) => boolean;
  readonly run: (app: App) => void;
}

/** When many commands can run. */
export const always = (): boolean => true;
export const hasDocument = ({ store }: App): boolean => store.activeDocument.value !== null;
export const hasTree = ({ store }: App): boolean => store.activeTree.value !== null;
export const hasMesh = ({ store }: App): boolean => store.activeDocument.value?.mesh != null;
