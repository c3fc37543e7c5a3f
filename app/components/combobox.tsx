import { Anchor, Content, Portal, Root } from '@radix-ui/react-popover';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';

const PAGE_STEP = 8;

/** An option of the list: its value and the cells of its row. */
export type ComboboxOption = { value: string; content: ReactNode };

/** State of the open list: the typed query and the index of the row that Enter selects. */
type ComboboxState = { query: string; activeIndex: number };

/** Returns the index that a key moves to in a list of `count` rows, or null for other keys. */
function getNextIndex(key: string, activeIndex: number, count: number): number | null {
  const targets = {
    ArrowDown: activeIndex + 1,
    ArrowUp: activeIndex - 1,
    PageDown: activeIndex + PAGE_STEP,
    PageUp: activeIndex - PAGE_STEP,
  };
  const index = targets[key as keyof typeof targets];
  return index === undefined ? null : Math.min(Math.max(index, 0), count - 1);
}

type ListProps = {
  id: string;
  label: string;
  options: readonly ComboboxOption[];
  activeIndex: number;
  selectedValue: string;
  onHighlight: (index: number) => void;
  onSelect: (value: string) => void;
};

/** Returns the characters that were inserted between the unchanged start and end of a text. */
function findInsertedText(previous: string, next: string): string {
  let prefixLength = 0;
  while (prefixLength < next.length && next[prefixLength] === previous[prefixLength]) prefixLength += 1;
  let suffixLength = 0;
  while (suffixLength < next.length - prefixLength && next.at(-1 - suffixLength) === previous.at(-1 - suffixLength))
    suffixLength += 1;
  return next.slice(prefixLength, next.length - suffixLength);
}

const getInsertedText = (event: Event): string | null =>
  event instanceof InputEvent && event.inputType.startsWith('insert') ? event.data : null;

const getOptionId = (listId: string, value: string) => `${listId}-${value}`;

function OptionList({ id, label, options, activeIndex, selectedValue, onHighlight, onSelect }: ListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const activeValue = options[activeIndex]?.value ?? '';
  useEffect(() => {
    const rowElement = document.getElementById(getOptionId(id, activeValue));
    if (!listRef.current || !rowElement) return;
    // `scrollIntoView` would scroll the page as well, because the popover is positioned only after this effect.
    const { scrollTop, clientHeight } = listRef.current;
    const { offsetTop, offsetHeight } = rowElement;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      listRef.current.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2;
  }, [id, activeValue]);
  return (
    <div className="b-options" role="listbox" id={id} aria-label={label} ref={listRef}>
      {options.map(({ value, content }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
        <div
          key={value}
          id={getOptionId(id, value)}
          role="option"
          tabIndex={-1}
          aria-selected={value === selectedValue}
          data-active={index === activeIndex}
          onPointerMove={() => index !== activeIndex && onHighlight(index)}
          // Keeps the focus in the input.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onSelect(value)}
        >
          {content}
          {value === selectedValue ? <Check className="i" aria-hidden="true" /> : <i />}
        </div>
      ))}
    </div>
  );
}

type ComboboxStateProps = Pick<Props, 'selectedValue' | 'findOptions' | 'isExactMatch' | 'onSelect'>;

/** Query, matching options and keyboard handling of the combobox. */
function useCombobox({ selectedValue, findOptions, isExactMatch, onSelect }: ComboboxStateProps) {
  const [state, setState] = useState<ComboboxState | null>(null);
  const query = state?.query ?? '';
  const options = state ? findOptions(query) : [];
  const openList = () => {
    if (state) return;
    const index = findOptions('').findIndex(({ value }) => value === selectedValue);
    setState({ query: '', activeIndex: Math.max(0, index) });
  };
  const closeList = () => setState(null);
  const selectOption = (value: string | undefined) => {
    if (value !== undefined) onSelect(value);
    closeList();
  };
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (!state) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Enter') return;
      event.preventDefault();
      return openList();
    }
    const index = getNextIndex(event.key, state.activeIndex, options.length);
    if (index !== null) setState({ ...state, activeIndex: Math.max(0, index) });
    else if (event.key === 'Enter') selectOption(options[state.activeIndex]?.value);
    else if (event.key === 'Escape') closeList();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Selects the only match, or a match whose exact name was typed, when the user moves on without choosing. */
  const commitQuery = () => {
    const [firstMatch, ...otherMatches] = query.trim() === '' ? [] : options;
    const isUnambiguous = firstMatch && (otherMatches.length === 0 || isExactMatch(firstMatch.value, query.trim()));
    selectOption(isUnambiguous ? firstMatch.value : undefined);
  };
  const setQuery = (newQuery: string) => setState({ query: newQuery, activeIndex: 0 });
  const highlight = (activeIndex: number) => setState((previous) => previous && { ...previous, activeIndex });
  return {
    search: state,
    query,
    options,
    openList,
    commitQuery,
    selectOption,
    setQuery,
    highlight,
    onKeyDown,
  };
}

type Props = {
  /** Id, description, validity and blur handler of the input. */
  inputProps: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'onBlur'>;
  /** Accessible name of the list. */
  label: string;
  selectedValue: string;
  /** Text of the closed input. */
  selectedLabel: string;
  /** Returns the best matches first, and all options for an empty query. */
  findOptions: (query: string) => readonly ComboboxOption[];
  /** True if the typed text is exactly the option's name, even if other options match too. */
  isExactMatch: (value: string, query: string) => boolean;
  getEmptyMessage: (query: string) => string;
  onSelect: (value: string) => void;
};

/** An input that filters a long list of options. */
export function Combobox({ inputProps, label, selectedValue, selectedLabel, getEmptyMessage, ...rest }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  const {
    search: state,
    query,
    options,
    openList,
    commitQuery,
    selectOption,
    setQuery,
    highlight,
    onKeyDown,
  } = useCombobox({ selectedValue, ...rest });
  const activeOption = state ? options[state.activeIndex] : undefined;
  return (
    <Root open={state !== null} onOpenChange={(isOpen) => !isOpen && commitQuery()}>
      <Anchor asChild>
        <input
          {...inputProps}
          ref={inputRef}
          className="in b-combo"
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={state !== null}
          aria-controls={state ? listId : undefined}
          aria-activedescendant={activeOption && getOptionId(listId, activeOption.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          placeholder={selectedLabel}
          value={state ? query : selectedLabel}
          onClick={openList}
          // Text typed into the closed input starts a new query.
          onChange={({ target, nativeEvent }) =>
            setQuery(
              state ? target.value : (getInsertedText(nativeEvent) ?? findInsertedText(selectedLabel, target.value)),
            )
          }
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            inputProps.onBlur?.(event);
            commitQuery();
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
            if (event.target === inputRef.current) event.preventDefault();
          }}
        >
          <OptionList
            id={listId}
            {...{ label, options, selectedValue }}
            activeIndex={state?.activeIndex ?? 0}
            onHighlight={highlight}
            onSelect={selectOption}
          />
          {options.length === 0 && <p className="b-no-option">{getEmptyMessage(query.trim())}</p>}
          <p className="vh" role="status">
            {query.trim() === '' ? '' : `${options.length} found`}
          </p>
        </Content>
      </Portal>
    </Root>
  );
}
