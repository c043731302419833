import type { ComponentChildren, JSX } from 'preact';
import { figureMarks, figureNamed, type FigureLabel, type FigureName as Name } from '../text/figures.ts';

/** A figure that a panel shows under another text. */
export interface NamedFigure {
  readonly figure: Name;
  readonly text: ComponentChildren;
}

/** The name of a figure. Its tooltip has the meaning; F1 opens its page while the pointer is on it. */
export function FigureTitle({ label }: { label: FigureLabel | NamedFigure }): JSX.Element {
  const { figure, text } = typeof label === 'string' ? { figure: figureNamed(label), text: label } : label;
  return (
    <span class="figure" {...figureMarks(figure)}>
      {text}
    </span>
  );
}
