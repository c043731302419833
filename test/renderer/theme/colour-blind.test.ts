import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Colours of linear RGB as they are seen; Machado, Oliveira, Fernandes 2009, "A physiologically-based model for simulation of colour vision deficiency". */
const sights: Readonly<Record<string, Matrix>> = {
  everyone: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopes: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopes: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

/** Colours that a view shows at the same time, and that only their colours distinguish. The moving mesh has stripes and is in no group with the mesh. */
const groups: readonly (readonly string[])[] = [
  ['mesh-base', 'mesh-collider', 'mesh-cut'],
  ['mesh-base', 'meaning-contact-a', 'meaning-contact-b', 'meaning-selection', 'meaning-hit'],
  ['meaning-moving', 'meaning-contact-a', 'meaning-contact-b', 'meaning-selection', 'meaning-hit'],
  ['meaning-crossing', 'meaning-crossing-hidden', 'mesh-base'],
  ['meaning-crossing-hidden', 'meaning-moving', 'meaning-contact-a', 'meaning-contact-b'],
  ['mesh-base', 'meaning-error', 'meaning-warning', 'meaning-info', 'meaning-good', 'meaning-selection'],
  ['mesh-base', 'change-added', 'change-changed', 'change-removed'],
  ['facing-walkable', 'facing-steep', 'facing-down'],
];

/** Smallest difference of two colours in CIELAB: five times what is just noticed. */
const minDifference = 11;

describe('the colours of both themes', () => {
  const css = readFileSync(new URL('../../../renderer/theme/tokens.css', import.meta.url), 'utf8');
  const start = css.indexOf('[data-theme="light"]');
  const dark = tokensIn(css.slice(0, start));
  const themes = { dark, light: new Map([...dark, ...tokensIn(css.slice(start))]) };

  for (const [theme, tokens] of Object.entries(themes)) {
    it(`differ for ${Object.keys(sights).join(', ')} in the ${theme} theme`, () => {
      const alike = groups.flatMap((names) =>
        names.flatMap((a, i) =>
          names.slice(i + 1).flatMap((b) =>
            Object.entries(sights).flatMap(([who, sight]) => {
              const difference = distance(seen(tokens.get(a)!, sight), seen(tokens.get(b)!, sight));
              return difference < minDifference ? [`${a} and ${b} for ${who}: ${difference.toFixed(1)}`] : [];
            }),
          ),
        ),
      );
      expect(alike).toEqual([]);
    });
  }
});

function tokensIn(css: string): Map<string, string> {
  return new Map([...css.matchAll(/--([\w-]+):\s*(#[\da-f]{6})\b/gi)].map((found) => [found[1]!, found[2]!]));
}

/** Returns a hexadecimal colour in CIELAB as it is seen. */
function seen(colour: string, sight: Matrix): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const [red, green, blue] = sight.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as [number, number, number];
  const x = bent((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = bent(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = bent((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function bent(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
}

function distance(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
