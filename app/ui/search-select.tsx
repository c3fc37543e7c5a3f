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

/** An option of the list: its value and the cells of its row. */
export type SearchOption = { key: string; row: ReactNode };

/** State of the open list: the typed query and the index of the row that Enter selects. */
type Search = { typed: string; active: number };

/** Returns the index that a key moves to in a list of `count` rows, or null for other keys. */
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

/** Returns the characters that were inserted between the unchanged start and end of a text. */
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
    // `scrollIntoView` would scroll the page as well, because the popover is positioned only after this effect.
    const { scrollTop, clientHeight } = list.current;
    const { offsetTop, offsetHeight } = row;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2;
  }, [id, current]);
  return (
    <div className="b-options" role="listbox" id={id} aria-label={label} ref={list}>
      {found.map(({ key, row }, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
        <div
          key={key}
          id={rowId(id, key)}
          role="option"
          tabIndex={-1}
          aria-selected={key === chosen}
          data-active={place === active}
          onPointerMove={() => place !== active && onPoint(place)}
          // Keeps the focus in the input.
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

/** Query, matching options and keyboard handling of the combobox. */
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
  /** Selects the only match, or a match whose exact name was typed, when the user moves on without choosing. */
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
  /** Id, description, validity and blur handler of the input. */
  wiring: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'onBlur'>;
  /** Accessible name of the list. */
  label: string;
  chosen: string;
  /** Text of the closed input. */
  text: string;
  /** Returns the best matches first, and all options for an empty query. */
  search: (typed: string) => readonly SearchOption[];
  /** True if the typed text is exactly the option's name, even if other options match too. */
  isNamed: (key: string, typed: string) => boolean;
  none: (typed: string) => string;
  onChoose: (key: string) => void;
};

/** An input that filters a long list of options. */
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
          // Text typed into the closed input starts a new query.
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
          // The input handles Escape and selects nothing.
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
