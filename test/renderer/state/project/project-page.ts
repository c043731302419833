import type { DocumentId, KeptSession } from '#host-api';
import { changeRay, select } from '../../../../renderer/commands/actions.ts';
import type { ProjectParts } from '../../../../renderer/state/project/project-parts.ts';
import { type Projects, startProjects } from '../../../../renderer/state/project/projects.ts';
import { setOf } from '../../../../renderer/state/selection/index-set.ts';
import { takeSnapshot } from '../../../../renderer/state/snapshot/take-snapshot.ts';
import { writeSnapshot } from '../../../../renderer/state/snapshot/write-snapshot.ts';
import { withHidden, withTool } from '../../../../renderer/state/store/scene-edits.ts';
import { settled } from '../../fake-host.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

/** A page with projects over a host in memory. */
export interface ProjectPage {
  readonly page: StartedSession;
  readonly projects: Projects;
  readonly parts: ProjectParts;
  /** Documents that were checked. */
  readonly checked: DocumentId[];
}

export const pose = { target: [1, 2, 3], distance: 4, azimuthRadians: 1, elevationRadians: 0.5, projection: 'perspective' } as const;

/** `opens`: a mesh that is open before projects start. `noted`: what the page showed before it was reloaded. */
export async function startPage(
  kept: readonly KeptSession[] = [],
  { opens = null, noted = null }: { readonly opens?: string | null; readonly noted?: ProjectParts['noted'] } = {},
): Promise<ProjectPage> {
  const started = await startedSession();
  if (opens !== null) await started.openBox(opens);
  started.host.replyWith('keptSessions', { sessions: kept });
  const ids: DocumentId[] = [];
  const { host, store, session } = started;
  const { rebuild, showSecond } = session;
  const own: ProjectParts = {
    host,
    store,
    session,
    readScene: () => Promise.reject(new Error('no scene here')),
    writeScene: () => Promise.reject(new Error('no scene here')),
    place: () => Promise.reject(new Error('no scene here')),
    check: (documents) => void ids.push(...documents),
    layouts: () => null,
    rebuild,
    showSecond,
    workspace: () => 'inspect',
    showWorkspace: () => {},
    later: (run) => run(),
    noted,
  };
  const following = startProjects(own);
  await settled();
  return { page: started, projects: following, parts: own, checked: ids };
}

/** A session with two boxes: the second is active, a triangle of it is selected, the first is hidden. */
export async function savedSession(page: StartedSession): Promise<unknown> {
  const [first, second] = [await page.openBox('one.obj'), await page.openBox('two.obj')];
  page.store.camera.value = { pose, glides: false, by: null };
  page.store.bookmarks.value = [{ name: 'Gate', pose }];
  page.store.health.value = new Map([[first, { status: { kind: 'waiting' }, outcome: null }]]);
  select(page.store, { kind: 'triangle', document: second, triangle: 7, node: null });
  changeRay(page.store, 'Ray', { origin: [0, 0, 5] });
  page.store.history.change('More', (scene) => ({
    ...withHidden(withTool(scene, 'ray'), first, null, true),
    hiddenTriangles: new Map([[second, setOf(12, [1])]]),
    clearance: [
      { document: second, part: 0 },
      { document: first, part: null },
    ],
  }));
  page.store.measuring.value = 'clearance';
  page.store.nodeMode.value = 'list';
  return JSON.parse(writeSnapshot(takeSnapshot(page.store, 'query'))) as unknown;
}

/** The texts of the notices of a page. */
export function notices(page: StartedSession): readonly string[] {
  return page.store.notices.value.map((notice) => (notice.kind === 'error' ? notice.error.message : notice.text));
}
