import { parseMarkdown, type Block } from '../../text/markdown/blocks.ts';
import { plainText } from '../../text/markdown/inline.ts';

/** The folder of the manual in the repository. */
export const manualFolder = 'resources/manual/';

/** A page of the manual by its path in that folder, with an optional anchor: `trees.md#compare`. */
export type ManualPlace = string;

/** What the manual window shows, and the places before it. */
export interface ManualView {
  readonly place: ManualPlace;
  readonly back: readonly ManualPlace[];
}

export interface ManualPage {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** All pages and pictures of the manual. */
export interface Manual {
  /** Returns a page; a folder is a page that lists its pages; `null` for none. */
  page(place: ManualPlace): ManualPage | null;
  /** Returns the address of a picture that a page links; `null` for none. */
  picture(place: ManualPlace, source: string): string | null;
  /** Returns where a link on a page leads inside the manual; `null` for what is not in it. */
  linked(place: ManualPlace, link: string): ManualPlace | null;
}

/** Loads the texts of the manual. */
export async function loadManual(): Promise<Manual> {
  const { manualTexts, pictureAddresses } = await import('./manual-files.ts');
  return createManual(manualTexts, pictureAddresses);
}

/** @param texts, pictures by their paths in the repository. */
export function createManual(texts: ReadonlyMap<string, string>, pictures: ReadonlyMap<string, string>): Manual {
  const pages = new Map<string, ManualPage>();
  const page = (place: ManualPlace): ManualPage | null => {
    const path = pathOf(place);
    const known = pages.get(path) ?? readPage(texts, path);
    if (known !== null) pages.set(path, known);
    return known;
  };
  return {
    page,
    picture: (place, source) => pictures.get(joinPath(pathOf(place), source)) ?? null,
    linked(place, link) {
      if (/^[a-z]+:/.test(link)) return null;
      if (link.startsWith('#')) return `${withoutAnchor(place)}${link}`;
      const [file = '', anchor] = link.split('#');
      const path = joinPath(pathOf(place), file);
      if (page(placeOf(path)) === null) return null;
      return anchor === undefined ? placeOf(path) : `${placeOf(path)}#${anchor}`;
    },
  };
}

/** Returns the anchors of a page: of its headings, its paragraphs, and the rows of its tables. */
export function anchorsOf({ blocks }: ManualPage): ReadonlySet<string> {
  return new Set(
    blocks.flatMap((block) => {
      if (block.kind === 'heading' || block.kind === 'paragraph') return [block.anchor];
      return block.kind === 'table' ? block.rows.map(({ anchor }) => anchor) : [];
    }),
  );
}

export function withoutAnchor(place: ManualPlace): string {
  return place.replace(/#.*/, '');
}

/** Returns the anchor of a place; an empty text without one. */
export function anchorIn(place: ManualPlace): string {
  return place.split('#')[1] ?? '';
}

function readPage(texts: ReadonlyMap<string, string>, path: string): ManualPage | null {
  const text = texts.get(path);
  if (text !== undefined) {
    const blocks = parseMarkdown(text);
    return { title: titleOf(blocks) ?? path, blocks };
  }
  const inside = [...texts.keys()].filter((name) => name.startsWith(`${path}/`)).toSorted();
  if (inside.length === 0) return null;
  const title = path.replace(/.*\//, '').replace(/^./, (letter) => letter.toUpperCase());
  const items = inside.map((name) => {
    const label = titleOf(parseMarkdown(texts.get(name)!)) ?? name;
    return [{ kind: 'link', to: name.slice(path.lastIndexOf('/') + 1), content: [{ kind: 'text', text: label }] }] as const;
  });
  const head = { kind: 'heading', level: 1, content: [{ kind: 'text', text: title }], anchor: title.toLowerCase() } as const;
  return { title, blocks: [head, { kind: 'list', isOrdered: false, items }] };
}

function titleOf(blocks: readonly Block[]): string | null {
  const first = blocks.find((block) => block.kind === 'heading');
  return first === undefined ? null : plainText(first.content);
}

/** Returns the path in the repository. */
function pathOf(place: ManualPlace): string {
  return joinPath(manualFolder, withoutAnchor(place));
}

/** Returns the place of a path in the repository. */
function placeOf(path: string): ManualPlace {
  return path.startsWith(manualFolder) ? path.slice(manualFolder.length) : `../../${path}`;
}

/** Returns a relative path, seen from a file, as a path in the repository. */
function joinPath(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
