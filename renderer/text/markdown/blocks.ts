import { anchorOf, parseInline, type Inline } from './inline.ts';

/** A block of a page in Markdown. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[]; readonly anchor: string }
  /** Its anchor is the bold text at its beginning: `**History.**` is `history`; an empty text without one. */
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[]; readonly anchor: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly head: TableRow; readonly rows: readonly TableRow[] };

export interface TableRow {
  /** Of the first cell. */
  readonly anchor: string;
  readonly cells: readonly (readonly Inline[])[];
}

/** The lines of a page, and the next one to read. */
interface Reader {
  readonly lines: readonly string[];
  at: number;
}

const heading = /^(#{1,6}) (.*)$/;
const listItem = /^([-*]|\d+\.) +(.*)$/;
const indented = /^ {4}/;
const tableLine = /^\|/;
const tableRule = /^\|[\s:|-]+\|$/;

/** Returns the blocks of a page: the part of Markdown that the manual uses. Comments are left out. */
export function parseMarkdown(page: string): readonly Block[] {
  const reader: Reader = { lines: page.replace(/<!--[\s\S]*?-->/g, '').split('\n'), at: 0 };
  const blocks: Block[] = [];
  while (reader.at < reader.lines.length) {
    if (reader.lines[reader.at]!.trim() === '') reader.at++;
    else blocks.push(readBlock(reader));
  }
  return blocks;
}

function readBlock(reader: Reader): Block {
  const line = reader.lines[reader.at]!;
  const head = heading.exec(line);
  if (head !== null) {
    reader.at++;
    const content = parseInline(head[2]!);
    return { kind: 'heading', level: head[1]!.length, content, anchor: anchorOf(content) };
  }
  if (line.startsWith('```')) return readFenced(reader);
  if (indented.test(line)) return { kind: 'code', text: takeWhile(reader, isIndentedOrBlank).map(withoutIndent).join('\n').trimEnd() };
  if (tableLine.test(line) && tableRule.test(reader.lines[reader.at + 1] ?? '')) return readTable(reader);
  if (listItem.test(line)) return readList(reader);
  const lines = takeWhile(reader, (next, i) => i === 0 || isPlain(next));
  const content = parseInline(lines.map((one) => one.trim()).join(' '));
  return { kind: 'paragraph', content, anchor: content[0]?.kind === 'strong' ? anchorOf([content[0]]) : '' };
}

function readFenced(reader: Reader): Block {
  reader.at++;
  const lines = takeWhile(reader, (line) => !line.startsWith('```'));
  reader.at++;
  return { kind: 'code', text: lines.join('\n') };
}

function readTable(reader: Reader): Block {
  const [head, , ...rows] = takeWhile(reader, (line) => tableLine.test(line)).map(readRow);
  return { kind: 'table', head: head!, rows };
}

/** A `|` after a backslash belongs to its cell. */
function readRow(line: string): TableRow {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim()));
  return { anchor: anchorOf(cells[0] ?? []), cells };
}

/** The lines after the first one of an item are indented. */
function readList(reader: Reader): Block {
  const isOrdered = /^\d/.test(reader.lines[reader.at]!);
  const items: string[] = [];
  for (const line of takeWhile(reader, (next) => listItem.test(next) || /^ +\S/.test(next))) {
    const item = listItem.exec(line);
    if (item !== null) items.push(item[2]!);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: 'list', isOrdered, items: items.map(parseInline) };
}

function takeWhile(reader: Reader, isTaken: (line: string, index: number) => boolean): string[] {
  const first = reader.at;
  while (reader.at < reader.lines.length && isTaken(reader.lines[reader.at]!, reader.at - first)) reader.at++;
  return reader.lines.slice(first, reader.at);
}

function isPlain(line: string): boolean {
  return line.trim() !== '' && !heading.test(line) && !listItem.test(line) && !line.startsWith('```') && !tableLine.test(line);
}

function isIndentedOrBlank(line: string): boolean {
  return indented.test(line) || line.trim() === '';
}

function withoutIndent(line: string): string {
  return line.replace(/^ {4,8}/, '');
}
