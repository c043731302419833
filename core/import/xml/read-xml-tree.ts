import { exportAgain, refuse } from '../refuse.ts';
import type { ByteProgress } from '../byte-progress.ts';
import { attribute, readXml, type XmlTag } from './read-xml.ts';

/** An element with its children and text. */
export interface XmlElement {
  readonly tag: XmlTag;
  readonly children: readonly XmlElement[];
  /** Text of the element itself. */
  readonly text: string;
}

/**
 * Returns a whole XML document as a tree, without the elements named in `skippedElements` and their content.
 * @throws InspectorError as `readXml`.
 */
export function readXmlTree(bytes: Uint8Array, skippedElements: ReadonlySet<string>, report: ByteProgress): XmlElement {
  const open: { readonly tag: XmlTag; readonly children: XmlElement[]; text: string }[] = [];
  let skipped: XmlTag | null = null;
  let root: XmlElement | null = null;
  readXml(
    bytes,
    {
      open: (tag) => {
        if (skipped !== null) return;
        if (skippedElements.has(tag.name)) skipped = tag;
        else open.push({ tag, children: [], text: '' });
      },
      close: (tag, text) => {
        if (skipped !== null) {
          if (skipped === tag) skipped = null;
          return;
        }
        const element = open.pop();
        if (element === undefined) return;
        element.text = text;
        const parent = open.at(-1);
        if (parent === undefined) root = element;
        else parent.children.push(element);
      },
    },
    report,
  );
  if (root === null) throw refuse('malformed', 'The document has no element', exportAgain);
  return root;
}

export function attributeOf({ tag }: XmlElement, name: string): string | undefined {
  return attribute(tag, name);
}

export function xmlChildrenOf({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter(({ tag }) => tag.name === name);
}

/** Returns the first child with a name. */
export function childOf({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find(({ tag }) => tag.name === name);
}

/** Yields every element in document order, each before its children. */
export function* elementsOf(root: XmlElement): Generator<XmlElement> {
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (let i = next.children.length - 1; i >= 0; i--) open.push(next.children[i]);
  }
}
