import type { JSX } from 'preact';
import type { Manual, ManualPlace } from '../../state/manual/manual.ts';
import type { Block, TableRow } from '../../text/markdown/blocks.ts';
import type { Inline } from '../../text/markdown/inline.ts';

interface ManualBlocksProps {
  readonly blocks: readonly Block[];
  readonly manual: Manual;
  /** The page, from which links are resolved. */
  readonly place: ManualPlace;
  /** The anchor of the heading or row that was looked for; an empty text for none. */
  readonly marked: string;
  readonly onOpen: (place: ManualPlace) => void;
}

/** The blocks of a page of the manual. */
export function ManualBlocks(props: ManualBlocksProps): JSX.Element {
  return (
    <>
      {props.blocks.map((block, i) => (
        <BlockView key={i} block={block} {...props} />
      ))}
    </>
  );
}

function BlockView({ block, ...props }: ManualBlocksProps & { block: Block }): JSX.Element {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${Math.min(6, block.level + 1)}` as 'h2';
      return (
        <Heading data-anchor={block.anchor} class={block.anchor === props.marked ? 'found' : undefined}>
          <InlineView content={block.content} {...props} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p data-anchor={block.anchor} class={block.anchor !== '' && block.anchor === props.marked ? 'found' : undefined}>
          <InlineView content={block.content} {...props} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, i) => (
            <li key={i}>
              <InlineView content={item} {...props} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <pre tabIndex={0} role="region" aria-label="Code">
          {block.text}
        </pre>
      );
    case 'table':
      return <TableView head={block.head} rows={block.rows} {...props} />;
  }
}

function TableView({ head, rows, ...props }: ManualBlocksProps & { head: TableRow; rows: readonly TableRow[] }): JSX.Element {
  return (
    <div class="manual-table">
      <table>
        <thead>
          <tr>
            {head.cells.map((cell, i) => (
              <th key={i} scope="col">
                <InlineView content={cell} {...props} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ anchor, cells }, i) => (
            <tr key={i} data-anchor={anchor} class={anchor === props.marked ? 'found' : undefined}>
              {cells.map((cell, k) => (
                <td key={k}>
                  <InlineView content={cell} {...props} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function InlineView({ content, ...props }: ManualBlocksProps & { content: readonly Inline[] }): JSX.Element {
  return (
    <>
      {content.map((part, i) => (
        <InlinePart key={i} part={part} {...props} />
      ))}
    </>
  );
}

function InlinePart({ part, ...props }: ManualBlocksProps & { part: Inline }): JSX.Element {
  switch (part.kind) {
    case 'text':
      return <>{part.text}</>;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <b>
          <InlineView {...props} content={part.content} />
        </b>
      );
    case 'emphasis':
      return (
        <i>
          <InlineView {...props} content={part.content} />
        </i>
      );
    case 'image': {
      const address = props.manual.picture(props.place, part.source);
      return address === null ? <>{part.text}</> : <img src={address} alt={part.text} />;
    }
    case 'link':
      return <LinkView {...props} to={part.to} content={part.content} />;
  }
}

/** A link inside the manual. What is not in the manual is named only: the app opens no address. */
function LinkView({ to, content, ...props }: ManualBlocksProps & { to: string; content: readonly Inline[] }): JSX.Element {
  const place = props.manual.linked(props.place, to);
  if (place === null)
    return (
      <span class="elsewhere" title={to}>
        <InlineView {...props} content={content} />
      </span>
    );
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    props.onOpen(place);
  };
  return (
    <a href={`#${place}`} onClick={open}>
      <InlineView {...props} content={content} />
    </a>
  );
}
