import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Severity } from '#core/finding';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { frame, setHover } from '../../commands/actions.ts';
import { kindsMarked, selectFinding, toggleKind } from '../../commands/finding-actions.ts';
import { markOf } from '../../scene/finding-marks.ts';
import type { FindingName, ShownFinding } from '../../state/health/findings.ts';
import { unchecked, type DocumentFindings } from '../../state/health/health-query.ts';
import { openCount } from '#core/health';
import { formatCount } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { placeAfter } from '../../widgets/place-after.ts';
import { checksThatRan } from './checks-left-out.tsx';
import { severityLabels } from './finding-words.ts';

interface FindingKindsProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly findings: DocumentFindings;
  readonly chosen: FindingName | null;
}

const groups: readonly { readonly severity: Severity; readonly title: string }[] = [
  { severity: 'error', title: 'Errors' },
  { severity: 'warning', title: 'Warnings' },
  { severity: 'info', title: 'Info' },
];

/** The finding types, grouped by severity, with the number of each that is not ignored. */
export function FindingKinds({ app, document, findings, chosen }: FindingKindsProps): JSX.Element {
  const { store } = app;
  const { list } = findings;
  const { outcome } = store.health.value.get(document) ?? unchecked;
  const location = list.findIndex(({ name }) => name === chosen);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = placeAfter(event.key, location, list.length, list.length);
    if (to === null) return;
    event.preventDefault();
    selectFinding(store, document, list[to]!.name, null);
  };
  if (list.length === 0) {
    return (
      <p class="empty-note" data-testid="findings">
        {outcome !== null
          ? `No findings: ${checksThatRan(outcome.options)} ran.`
          : 'No import findings. Press Check to test the mesh for collision problems.'}
      </p>
    );
  }
  return (
    <div
      class="rows"
      role="listbox"
      aria-label="Findings"
      aria-activedescendant={location < 0 ? undefined : `kind-${chosen}`}
      tabIndex={0}
      data-testid="findings"
      onKeyDown={onKeyDown}
      onPointerLeave={() => setHover(store, null)}
    >
      {groups.map(({ severity, title }) => {
        const ofGroup = list.filter((finding) => finding.severity === severity);
        if (ofGroup.length === 0) return null;
        return (
          <div key={severity} role="group" aria-label={title}>
            <div class="row kinds-head" aria-hidden="true">
              {title}
            </div>
            {ofGroup.map((finding) => (
              <Kind
                key={finding.name}
                app={app}
                document={document}
                findings={findings}
                finding={finding}
                isChosen={finding.name === chosen}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface KindProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly findings: DocumentFindings;
  readonly finding: ShownFinding;
  readonly isChosen: boolean;
}

function Kind({ app: { store }, document, findings, finding, isChosen }: KindProps): JSX.Element {
  const { name, code, severity, title, message, isAtLeast } = finding;
  const open = openCount(finding, findings.ignored.get(name)!);
  const { selection } = store.scene.value;
  const isSelected = selection?.kind === 'finding' && selection.document === document && selection.name === name;
  const thing = { kind: 'finding', document, name, item: null } as const;
  const hasPlace = finding.elements !== null && finding.elements.words.length > 0;
  const isMarked = kindsMarked(store).has(name);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <div
      ref={row}
      id={`kind-${name}`}
      class={`row finding${isSelected ? ' selected' : isChosen ? ' chosen' : ''}${open === 0 ? ' ignored' : ''}`}
      role="option"
      aria-selected={isSelected}
      data-code={code}
      title={`${message}.`}
      onClick={() => selectFinding(store, document, name, null)}
      onDblClick={() => frame(store, thing)}
      onPointerEnter={() => setHover(store, finding.elements === null ? null : thing)}
    >
      <span class={open === 0 ? 'quiet' : `severity ${severity}`} aria-label={severityLabels[severity]} role="img">
        <Icon name={severity} small />
      </span>
      {hasPlace ? <span class={`finding-mark ${markOf(code, finding.elements!.kind)} ${severity}`} /> : <span />}
      <span class="name">{title}</span>
      <span class="badge" title={open === finding.count ? undefined : `${formatCount(finding.count - open)} ignored`}>
        {isAtLeast ? '≥ ' : ''}
        {formatCount(open)}
      </span>
      {hasPlace && (
        <span
          class="icon-button"
          // A list box may hold nothing else that takes the focus. The legend has the same switches for the keyboard.
          aria-hidden="true"
          title={isMarked ? `Hide marks: ${title}` : `Show marks: ${title}`}
          data-testid={`mark-${name}`}
          onClick={(event) => {
            event.stopPropagation();
            toggleKind(store, name, title);
          }}
        >
          <Icon name={isMarked ? 'visible' : 'hidden'} small />
        </span>
      )}
    </div>
  );
}
