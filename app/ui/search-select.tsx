import { Anchor, Content, Portal, Root } from '@radix-ui/react-popover';
import { Check } from 'lucide-react';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

const SOME_ROWS = 8;

/** A row of the list. `key` is what is chosen, `row` its cells. */
export type SearchOption = { key: string; row: ReactNode };

/** The list while it is open: what was typed, and which row Enter would take. */
type Search = { typed: string; active: number };

/** Where a key leads in a list of so many rows; null for a key that is no way. */
function placeAfter(key: string, active: number, count: number): number | null {
  const to = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + SOME_ROWS,
    PageUp: active - SOME_ROWS,
  };
  const place = to[key as keyof typeof to];
  return place === undefined ? null : Math.min(Math.max(place, 0), count - 1);
}

type ListProps = {
  id: string;
  label: string;
  found: readonly SearchOption[];
  active: number;
  chosen: string;
  onPoint: (place: number) => void;
  onChoose: (key: string) => void;
};

/** What was typed into a text that is not part of the search: the characters between what stayed of it. */
function insertedText(before: string, after: string): string {
  let start = 0;
  while (start < after.length && after[start] === before[start]) start += 1;
  let end = 0;
  while (end < after.length - start && after.at(-1 - end) === before.at(-1 - end)) end += 1;
  return after.slice(start, after.length - end);
}

const typedData = (event: Event): string | null =>
  event instanceof InputEvent && event.inputType.startsWith('insert') ? event.data : null;

const rowId = (listId: string, key: string) => `${listId}-${key}`;

function OptionList({ id, label, found, active, chosen, onPoint, onChoose }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const current = found[active]?.key ?? '';
  useEffect(() => {
    const row = document.getElementById(rowId(id, current));
    if (!list.current || !row) return;
    // Not `scrollIntoView`: while the list finds its place it lies elsewhere, and the page would follow it.
    const { scrollTop, clientHeight } = list.current;
    const { offsetTop, offsetHeight } = row;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2;
  }, [id, current]);
  return (
    <div className="b-options" role="listbox" id={id} aria-label={label} ref={list}>
      {found.map(({ key, row }, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field above
        <div
          key={key}
          id={rowId(id, key)}
          role="option"
          tabIndex={-1}
          aria-selected={key === chosen}
          data-active={place === active}
          onPointerMove={() => place !== active && onPoint(place)}
          // The focus stays in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(key)}
        >
          {row}
          {key === chosen ? <Check className="i" aria-hidden="true" /> : <i />}
        </div>
      ))}
    </div>
  );
}

type SearchProps = Pick<Props, 'chosen' | 'search' | 'isNamed' | 'onChoose'>;

/** What is being looked for, and what the keys do. */
function useSearch({ chosen, search: findAll, isNamed, onChoose }: SearchProps) {
  const [search, setSearch] = useState<Search | null>(null);
  const typed = search?.typed ?? '';
  const found = search ? findAll(typed) : [];
  const open = () => {
    if (search) return;
    const place = findAll('').findIndex(({ key }) => key === chosen);
    setSearch({ typed: '', active: Math.max(0, place) });
  };
  const close = () => setSearch(null);
  const take = (key: string | undefined) => {
    if (key !== undefined) onChoose(key);
    close();
  };
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (!search) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Enter') return;
      event.preventDefault();
      return open();
    }
    const place = placeAfter(event.key, search.active, found.length);
    if (place !== null) setSearch({ ...search, active: Math.max(0, place) });
    else if (event.key === 'Enter') take(found[search.active]?.key);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** What names one entry alone is meant, also by whoever only goes on. */
  const settle = () => {
    const [only, ...more] = typed.trim() === '' ? [] : found;
    const named = only && (more.length === 0 || isNamed(only.key, typed.trim()));
    take(named ? only.key : undefined);
  };
  const type = (text: string) => setSearch({ typed: text, active: 0 });
  const point = (active: number) => setSearch((before) => before && { ...before, active });
  return { search, typed, found, open, settle, take, type, point, onKeyDown };
}

type Props = {
  /** Id, description and validity, and what happens when the field is left. */
  wiring: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'onBlur'>;
  /** What the list is called. */
  label: string;
  chosen: string;
  /** What the closed field says. */
  text: string;
  /** The best answers first; all entries for nothing typed. */
  search: (typed: string) => readonly SearchOption[];
  /** Whether what was typed is the entry's very name, though others answer to it as well. */
  isNamed: (key: string, typed: string) => boolean;
  none: (typed: string) => string;
  onChoose: (key: string) => void;
};

/** Many entries behind one field: typing filters them. */
export function SearchSelect({ wiring, label, chosen, text, none, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { search, typed, found, open, settle, take, type, point, onKeyDown } = useSearch({ chosen, ...rest });
  const active = search ? found[search.active] : undefined;
  return (
    <Root open={search !== null} onOpenChange={(shown) => !shown && settle()}>
      <Anchor asChild>
        <input
          {...wiring}
          ref={input}
          className="in b-combo"
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={search !== null}
          aria-controls={search ? listId : undefined}
          aria-activedescendant={active && rowId(listId, active.key)}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          placeholder={text}
          value={search ? typed : text}
          onClick={open}
          // What is typed into the closed field is a search of its own.
          onChange={({ target, nativeEvent }) =>
            type(search ? target.value : (typedData(nativeEvent) ?? insertedText(text, target.value)))
          }
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            wiring.onBlur?.(event);
            settle();
          }}
        />
      </Anchor>
      <Portal>
        <Content
          className="b-pop"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          // Escape is the field's own, and takes nothing.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target === input.current) event.preventDefault();
          }}
        >
          <OptionList
            id={listId}
            {...{ label, found, chosen }}
            active={search?.active ?? 0}
            onPoint={point}
            onChoose={take}
          />
          {found.length === 0 && <p className="b-no-option">{none(typed.trim())}</p>}
          <p className="vh" role="status">
            {typed.trim() === '' ? '' : `${found.length} found`}
          </p>
        </Content>
      </Portal>
    </Root>
  );
}
