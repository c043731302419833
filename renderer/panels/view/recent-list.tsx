import type { JSX } from 'preact';
import type { RecentFile } from '#host-api';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { recentPlace } from '../../state/project/recent-place.ts';
import { formatAge } from '../../text/format-age.ts';
import { CutName } from '../../widgets/cut-name.tsx';
import { Icon } from '../../widgets/icon.tsx';

/** More rows would push the samples out of a small window; the menu File lists all. */
const maxRows = 6;

/** The files that were opened lately, on the first screen. */
export function RecentList({ app }: { app: App }): JSX.Element | null {
  const { recent } = app.store;
  if (recent.value.length === 0) return null;
  return (
    <section class="recent" aria-label="Recent files" data-testid="recent">
      <header>
        <h3>Recent</h3>
        <button
          type="button"
          class="link-button"
          title="Empties the list and deletes the copies of dropped files"
          onClick={() => runCommand(app, 'clearRecent')}
        >
          Clear list
        </button>
      </header>
      <ul>
        {recent.value.slice(0, maxRows).map((file) => (
          <li key={file.id}>
            <button
              type="button"
              class="recent-file"
              data-recent={file.name}
              title={file.name}
              onClick={() => void app.projects.openRecent(file.id)}
            >
              <Icon name={file.kind === 'project' ? 'project' : 'document'} small />
              <CutName name={file.name} />
              <span class="quiet">{recentNote(file)}</span>
            </button>
            <button
              type="button"
              class="icon-button"
              title="Remove from the list"
              aria-label={`Remove ${file.name} from the list`}
              onClick={() => void app.projects.forgetRecent(file.id)}
            >
              <Icon name="close" small />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `level1, 3 hours ago` */
export function recentNote(file: RecentFile): string {
  return `${recentPlace(file)}, ${formatAge(Date.now() - file.openedAt)}`;
}
