import type { JSX } from 'preact';
import { bakeFormats } from '#core/bake';
import { formatError } from '#core/error';
import type { BakedFile } from '#host-api';
import type { App } from '../commands/app.ts';
import { formatCount, formatMany } from '../text/format-number.ts';
import { inAppWords } from '../text/in-app-words.ts';
import { Icon } from '../widgets/icon.tsx';

/** The result of the last bake or export: a file or an error. */
export function BakeOutcomeView({ app: { store, session }, what = 'Bake' }: { app: App; what?: 'Bake' | 'Export' }): JSX.Element | null {
  const outcome = store.baked.value;
  if (outcome === null) return null;
  const { title } = bakeFormats[outcome.format];
  if ('file' in outcome) return <BakeResult title={title} file={outcome.file} onSave={() => session.saveAgain(outcome.file)} />;
  return (
    <p class="bake-problem" role="alert" data-testid="bake-problem">
      {outcome.problem.code === 'cancelled'
        ? `${what} cancelled. No file was written.`
        : `${title}: ${formatError(inAppWords(outcome.problem))}`}
    </p>
  );
}

/** A finished bake: its size, its verification, and what the format changed. */
function BakeResult({ title, file, onSave }: { title: string; file: BakedFile; onSave: () => void }): JSX.Element {
  return (
    <div class="bake-result" role="status" data-testid="bake-result">
      <p>
        <Icon name="check" small />
        <span>
          {title}: <b>{file.name}</b> {formatMany(file.byteLength, 'byte')}, verified
        </span>
        <button type="button" class="button small" onClick={onSave}>
          Save again
        </button>
      </p>
      <p class="quiet">The file was read back and its mesh matches{raysText(file)}.</p>
      {file.notes.length > 0 && (
        <ul>
          {file.notes.map(({ code, message, count, largest }) => (
            <li key={code}>
              {message} ({formatCount(count)}
              {largest === undefined ? '' : `, at most by ${largest.toPrecision(3)}`}).
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Number of rays that a bake is verified with. Large meshes get fewer: each ray is compared with all triangles. */
const manyRays = 1000;

function raysText({ queries }: BakedFile): string {
  if (queries === 0) return '';
  const few = queries < manyRays ? ' (fewer because the mesh is large)' : '';
  return `; ${formatMany(queries, 'ray')} give the same hits as brute force${few}`;
}
