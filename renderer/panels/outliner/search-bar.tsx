import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Store } from '../../state/store/store.ts';
import { formatCount } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { outlineFilters, type OutlineFilter } from './part-filter.ts';
import type { OutlineState } from './outline-state.ts';

/** Fewer rows than this need no search. */
const fewRows = 4;

const titles: Readonly<Record<OutlineFilter, readonly [title: string, meaning: string]>> = {
  visual: ['Visual', 'Parts that are rendered'],
  collider: ['Collider', 'Parts that are colliders or triggers'],
  findings: ['Findings', 'Parts with findings that are not ignored'],
  hidden: ['Hidden', 'Parts that are hidden'],
};

/** Returns whether there is enough to search in, or a search under way. */
export function searchIsShown({ documents }: Store, state: OutlineState): boolean {
  const listed = documents.value.reduce(
    (sum, { mesh }) => sum + 1 + (mesh === null || mesh.mesh.parts.length < 2 ? 0 : mesh.mesh.parts.length),
    0,
  );
  return listed >= fewRows || state.found.value !== null;
}

interface SearchBarProps {
  readonly state: OutlineState;
  readonly inputRef: { current: HTMLInputElement | null };
  /** Moves the focus to the list. */
  readonly onLeave: () => void;
}

/** Search and filters of the parts. */
export function SearchBar({ state, inputRef, onLeave }: SearchBarProps): JSX.Element {
  const [hasFilters, showFilters] = useState(false);
  const found = state.found.value;
  const filters = state.filters.value;
  const toggle = (filter: OutlineFilter): void => {
    const next = new Set(filters);
    if (!next.delete(filter)) next.add(filter);
    state.filters.value = next;
  };
  return (
    <div class="outline-search" role="search">
      <div class="search-line">
        <Icon name="search" small />
        <input
          ref={(element) => {
            inputRef.current = element;
          }}
          type="search"
          aria-label="Search parts"
          placeholder="Search parts"
          title="Name, material or role (Ctrl F)"
          spellcheck={false}
          autocomplete="off"
          data-testid="outline-search"
          value={state.search.value}
          onInput={(event) => (state.search.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Escape') state.search.value = '';
            onLeave();
          }}
        />
        {found !== null && (
          <span class="quiet" role="status" data-testid="outline-found">
            {formatCount(found.parts)} of {formatCount(found.of)}
          </span>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label="Filter parts"
          title="Filter parts"
          aria-expanded={hasFilters}
          aria-pressed={filters.size > 0}
          onClick={() => showFilters(!hasFilters)}
        >
          <Icon name="filter" small />
        </button>
      </div>
      {hasFilters && (
        <div class="filter-line" role="group" aria-label="Filters">
          {outlineFilters.map((filter) => (
            <button
              key={filter}
              type="button"
              class="chip"
              title={titles[filter][1]}
              aria-pressed={filters.has(filter)}
              onClick={() => toggle(filter)}
            >
              {titles[filter][0]}
            </button>
          ))}
          <button
            type="button"
            class="chip"
            title="One row for parts whose names differ only by numbers"
            aria-pressed={state.grouped.value}
            onClick={() => (state.grouped.value = !state.grouped.peek())}
          >
            Groups
          </button>
        </div>
      )}
    </div>
  );
}
