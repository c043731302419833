import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../renderer/text/markdown/blocks.ts';
import { anchorOf, parseInline, plainText } from '../../../renderer/text/markdown/inline.ts';

describe('a page in Markdown', () => {
  test('is divided into headings, paragraphs, lists, code and tables', () => {
    const page = [
      '# One **two**',
      'A line',
      'and another. <!-- hidden -->',
      '- first',
      '  goes on',
      '- second',
      '',
      '1. one',
      '',
      '    boxwood check',
      '',
      '```ts',
      '# no heading',
      '```',
      '| a | b |',
      '|---|---|',
      '| x \\| y | `p\\|q` |',
    ].join('\n');
    const blocks = parseMarkdown(page);
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'code', 'code', 'table']);
    expect(blocks[0]).toMatchObject({ level: 1, anchor: 'one-two' });
    expect(blocks[1]).toMatchObject({ content: [{ kind: 'text', text: 'A line and another.' }], anchor: '' });
    expect(blocks[2]).toMatchObject({ isOrdered: false, items: [[{ text: 'first goes on' }], [{ text: 'second' }]] });
    expect(blocks[3]).toMatchObject({ isOrdered: true });
    expect(blocks[4]).toMatchObject({ text: 'boxwood check' });
    expect(blocks[5]).toMatchObject({ text: '# no heading' });
    expect(blocks[6]).toMatchObject({
      head: { cells: [[{ text: 'a' }], [{ text: 'b' }]] },
      rows: [{ anchor: 'x--y', cells: [[{ text: 'x | y' }], [{ kind: 'code', text: 'p|q' }]] }],
    });
  });

  test('names a paragraph after the bold text at its beginning', () => {
    expect(parseMarkdown('**Copy command.** Text.')[0]).toMatchObject({ kind: 'paragraph', anchor: 'copy-command' });
  });
});

describe('text in a block', () => {
  test('has code, bold, italics, links and pictures, and nothing else inside code', () => {
    expect(parseInline('See `a*b*` and **bold `x`** or *it*, 2 * 3 * 4, [the page](a.md#b) ![alt](p.png).')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'code', text: 'a*b*' },
      { kind: 'text', text: ' and ' },
      {
        kind: 'strong',
        content: [
          { kind: 'text', text: 'bold ' },
          { kind: 'code', text: 'x' },
        ],
      },
      { kind: 'text', text: ' or ' },
      { kind: 'emphasis', content: [{ kind: 'text', text: 'it' }] },
      { kind: 'text', text: ', 2 * 3 * 4, ' },
      { kind: 'link', to: 'a.md#b', content: [{ kind: 'text', text: 'the page' }] },
      { kind: 'text', text: ' ' },
      { kind: 'image', source: 'p.png', text: 'alt' },
      { kind: 'text', text: '.' },
    ]);
  });

  test('has an anchor as GitHub makes it', () => {
    expect(anchorOf(parseInline('SAH cost (`x`), %'))).toBe('sah-cost-x');
    expect(plainText(parseInline('a **b** `c`'))).toBe('a b c');
  });
});
