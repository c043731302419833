import { SaxesParser, type SaxesTagNS } from 'saxes';
import { InspectorError } from '../../error.ts';
import { reportBytes, type ByteProgress } from '../byte-progress.ts';
import { exportAgain, refuse } from '../refuse.ts';

/** An element whose start tag has been read. */
export interface XmlTag {
  /** Without a prefix. */
  readonly name: string;
  /** The namespace; empty without one. */
  readonly space: string;
  readonly attributes: SaxesTagNS['attributes'];
  /** Line of the end of its start tag, from 1. */
  readonly line: number;
}

/** Events of a document, in document order. */
export interface XmlEvents {
  readonly open: (tag: XmlTag) => void;
  /** `text` is the text of the element itself, including the text between its children. */
  readonly close: (tag: XmlTag, text: string) => void;
  /** Content that is skipped here and that a format can forbid, with its line. */
  readonly forbidden?: (what: XmlExtra, line: number) => void;
}

/** A document type definition, a prefix without a namespace, or a declared encoding other than UTF-8 and UTF-16. */
export type XmlExtra = 'doctype' | 'unboundPrefix' | 'encoding';

/** Returns the value of an attribute. Attributes without a prefix belong to no namespace. */
export function attribute({ attributes }: XmlTag, name: string, space = ''): string | undefined {
  if (space === '') return attributes[name]?.value;
  return Object.values(attributes).find(({ local, uri }) => local === name && uri === space)?.value;
}

/** Small enough to cancel and report in time, large enough for negligible overhead. */
const chunkBytes = 64 * 1024;

/**
 * Maximum depth. The parser walks up all open elements for every tag, so a small file without a limit would take
 * minutes. The limit exceeds the 1,024 levels of a scene that are read.
 */
const maxDepth = 1056;

/**
 * Reads a well-formed XML document piece by piece. Only XML's five built-in entities are accepted, so that none can
 * expand. Prefixes without a namespace are accepted, because exporters write their own elements in `extra`.
 * @throws InspectorError `malformed` with line and column, `too-large` with the line if elements are nested too deeply,
 * `unsupported-dialect` for an unknown encoding; whatever `events` and the progress throw.
 */
export function readXml(bytes: Uint8Array, events: XmlEvents, report: ByteProgress): void {
  const parser = new SaxesParser({ xmlns: true });
  const open: { readonly tag: XmlTag; text: string }[] = [];
  parser.on('error', (error) => {
    const what = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    if (what.startsWith('unbound namespace prefix')) events.forbidden?.('unboundPrefix', parser.line);
    else throw refuse('malformed', `The XML is damaged: ${what}`, exportAgain, { line: parser.line, column: parser.column + 1 });
  });
  parser.on('doctype', () => events.forbidden?.('doctype', parser.line));
  parser.on('opentagstart', () => {
    if (open.length >= maxDepth)
      throw refuse('too-large', `The elements of the file are nested deeper than ${maxDepth} levels`, 'Flatten the scene', {
        line: parser.line,
      });
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const tag: XmlTag = { name: local, space: uri, attributes, line: parser.line };
    open.push({ tag, text: '' });
    events.open(tag);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) events.close(element.tag, element.text);
  });
  const label = declaredEncoding(bytes);
  if (!/^utf-?(?:8|16)/i.test(label)) events.forbidden?.('encoding', 1);
  const decoder = xmlDecoder(label);
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      reportBytes(report, at);
      parser.write(decoder.decode(bytes.slice(at, at + chunkBytes), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (cause) {
    if (cause instanceof InspectorError || !(cause instanceof RangeError)) throw cause;
    throw refuse('too-large', 'A string of the file is too long', 'Split the file into parts', { line: parser.line });
  }
}

/** Returns the encoding that a document declares; `utf-8` without a declaration. */
function declaredEncoding(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, 256));
  return /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1] ?? 'utf-8';
}

/** Returns a decoder for an encoding. UTF-16 has been converted to UTF-8 before. */
function xmlDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label);
  } catch {
    throw refuse('unsupported-dialect', `The text encoding "${label}" is not known`, 'Save the file as UTF-8', { line: 1 });
  }
}
