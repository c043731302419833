import type { Callout } from './place-callout.ts';

/** The line between a label and its point. */
export interface Leader {
  /** Draws the line of a label, or none for `null`. */
  show(callout: Pick<Callout, 'from' | 'to'> | null): void;
  remove(): void;
}

/** Returns what draws leaders in a container, below the labels that are added after it. */
export function createLeaders(container: HTMLElement): { add(kind: string): Leader } {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.classList.add('view-leaders');
  container.append(svg);
  return {
    add(kind) {
      const lines = ['under', 'over'].map((layer) => {
        const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
        line.setAttribute('class', `view-leader ${kind} ${layer}`);
        line.style.visibility = 'hidden';
        svg.append(line);
        return line;
      });
      return {
        show(callout) {
          for (const line of lines) {
            line.style.visibility = callout === null ? 'hidden' : 'visible';
            if (callout === null) continue;
            const [[x1, y1], [x2, y2]] = [callout.from, callout.to];
            for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, `${Math.round(value)}`);
          }
        },
        remove() {
          for (const line of lines) line.remove();
        },
      };
    },
  };
}
