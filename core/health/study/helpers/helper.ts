import { type SharedStudyExports, writeWords } from '../../../kernel/index.ts';
import { studyWords } from './helper-start.ts';
import { controlNumber, type StudyControl } from './study-control.ts';

/** A thread that helps with a study: its instance of the kernel, and its number. */
export interface Helper {
  readonly kernel: SharedStudyExports;
  readonly control: StudyControl;
  readonly number: number;
  /** Whether memory for walks has been reserved. */
  canWalk: boolean;
}

/** Sets the instance of a helper to the mesh and the tables of the leading thread. */
export function readStudy({ kernel, control }: Helper): void {
  writeWords(kernel, studyWords, control.numbers, controlNumber.words);
}
