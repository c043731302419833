/** Text inside a block of Markdown. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly content: readonly Inline[] }
  | { readonly kind: 'image'; readonly source: string; readonly text: string };

/** In this order: what is in code is no other mark. */
const marks =
  /`([^`]+)`|!\[([^\]]*)\]\(([^)]+)\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)]+)\)|\*\*((?:`[^`]*`|[^*])+)\*\*|\*((?:`[^`]*`|[^*\s])(?:`[^`]*`|[^*])*)\*/g;

/** Returns the text of a block as marks and plain text: the part of Markdown that the manual uses. */
export function parseInline(text: string): readonly Inline[] {
  const found: Inline[] = [];
  let from = 0;
  const addText = (end: number): void => {
    if (end > from) found.push({ kind: 'text', text: text.slice(from, end).replaceAll('\\|', '|') });
  };
  for (const match of text.matchAll(marks)) {
    addText(match.index);
    found.push(markOf(match));
    from = match.index + match[0].length;
  }
  addText(text.length);
  return found;
}

function markOf([, code, alt, source, label, to, strong, emphasis]: RegExpMatchArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code.replaceAll('\\|', '|') };
  if (source !== undefined) return { kind: 'image', source, text: alt ?? '' };
  if (to !== undefined) return { kind: 'link', to, content: parseInline(label ?? '') };
  if (strong !== undefined) return { kind: 'strong', content: parseInline(strong) };
  return { kind: 'emphasis', content: parseInline(emphasis ?? '') };
}

/** Returns the text without its marks. */
export function plainText(content: readonly Inline[]): string {
  return content.map((part) => ('content' in part ? plainText(part.content) : part.text)).join('');
}

/** Returns the name under which links find a heading or the row of a table, as GitHub makes it: `SAH cost` is `sah-cost`. */
export function anchorOf(content: readonly Inline[]): string {
  return plainText(content)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
