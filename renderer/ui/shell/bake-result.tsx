import type { JSX } from 'preact';
import type { BakedFile } from '#host-api';
import { formatCount, formatMany } from '../format-number.ts';
import { Icon } from '../icon.tsx';

/** A bake that is done: its bytes, that it was verified, and what the format changed. */
export function BakeResult({ file, onSave }: { file: BakedFile; onSave: () => void }): JSX.Element {
  return (
    <div class="bake-result" role="status" data-testid="bake-result">
      <p>
        <Icon name="check" small />
        <b>{file.name}</b> {formatMany(file.byteLength, 'byte')}, verified
        <button type="button" class="button small" onClick={onSave}>
          Save again
        </button>
      </p>
      <p class="quiet">Read back with its own reader: the mesh is as promised, and {formatMany(file.queries, 'ray is', 'rays are')} answered as by testing every triangle.</p>
      {file.notes.length > 0 && (
        <ul>
          {file.notes.map(({ code, message, count, largest }) => (
            <li key={code}>
              {message} ({formatCount(count)}{largest === undefined ? '' : `, at most by ${largest.toPrecision(3)}`}).
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
