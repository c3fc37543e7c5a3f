import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';

import { PopoverFrame } from './popover.tsx';

/** An option of the list: its value and the cells of its row. */
type ComboboxOption = { value: string; content: ReactNode };

/** Options that Page Up and Page Down move by. */
const PAGE_SIZE = 8;

/** Returns the characters that were inserted between the unchanged start and end of a text. */
function findInsertedText(previous: string, next: string): string {
  let prefixLength = 0;
  while (prefixLength < next.length && next[prefixLength] === previous[prefixLength]) prefixLength += 1;
  let suffixLength = 0;
  while (suffixLength < next.length - prefixLength && next.at(-1 - suffixLength) === previous.at(-1 - suffixLength))
    suffixLength += 1;
  return next.slice(prefixLength, next.length - suffixLength);
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

/** The highlighted option after a key; undefined for a key that does not move the highlight. */
function moveHighlight(key: string, index: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: (index + 1) % count,
    ArrowUp: (index - 1 + count) % count,
    PageDown: Math.min(index + PAGE_SIZE, count - 1),
    PageUp: Math.max(index - PAGE_SIZE, 0),
  };
  return moves[key];
}

/** Query, matching options and keyboard handling of the combobox. The query is null while the list is closed. */
function useCombobox({ selectedValue, selectedLabel, findOptions, isExactMatch, onSelect }: Props) {
  const [query, setQuery] = useState<string | null>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const options = query === null ? [] : findOptions(query);
  const changeQuery = (next: string | null) => {
    setQuery(next);
    // The list opens at the selected option; a search highlights its best match.
    setActiveIndex(
      next === ''
        ? Math.max(
            0,
            findOptions('').findIndex(({ value }) => value === selectedValue),
          )
        : 0,
    );
  };
  const selectOption = (value: string | undefined) => {
    if (value !== undefined) onSelect(value);
    changeQuery(null);
  };
  /** Text typed into the closed input starts a new query. */
  const handleChange = (text: string) => changeQuery(query === null ? findInsertedText(selectedLabel, text) : text);
  /** Selects the only match, or a match whose exact name was typed, when the user moves on without choosing. */
  const commitQuery = () => {
    const trimmedQuery = query?.trim() ?? '';
    const [firstMatch, ...otherMatches] = trimmedQuery === '' ? [] : options;
    const isUnambiguous = firstMatch && (otherMatches.length === 0 || isExactMatch(firstMatch.value, trimmedQuery));
    selectOption(isUnambiguous ? firstMatch.value : undefined);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const nextIndex = moveHighlight(event.key, activeIndex, Math.max(options.length, 1));
    if (query === null && (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp'))
      changeQuery('');
    else if (query !== null && event.key === 'Escape') changeQuery(null);
    else if (query !== null && event.key === 'Enter') selectOption(options[activeIndex]?.value);
    else if (query !== null && nextIndex !== undefined) setActiveIndex(nextIndex);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    query,
    options,
    activeIndex,
    setActiveIndex,
    changeQuery,
    selectOption,
    handleChange,
    commitQuery,
    handleKeyDown,
  };
}

/** An input that filters a long list of options. */
export function Combobox(props: Props) {
  const { inputProps, label, selectedValue, selectedLabel, getEmptyMessage } = props;
  const combobox = useCombobox(props);
  const { query, options, activeIndex } = combobox;
  const inputRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isOpen = query !== null;
  const shownQuery = query?.trim() ?? '';
  return (
    <>
      <input
        {...inputProps}
        ref={inputRef}
        className="in combobox__input"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && options.length > 0 ? `${listId}-${activeIndex}` : undefined}
        spellCheck={false}
        maxLength={60}
        placeholder={selectedLabel}
        value={query ?? selectedLabel}
        onChange={({ target }) => combobox.handleChange(target.value)}
        onClick={() => !isOpen && combobox.changeQuery('')}
        onKeyDown={combobox.handleKeyDown}
        onBlur={(event) => {
          inputProps.onBlur?.(event);
          combobox.commitQuery();
        }}
      />
      {isOpen && (
        <PopoverFrame
          target={inputRef}
          className="combobox__popover"
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // The input closes the list when it loses the focus.
          onInteractOutside={(event) => event.preventDefault()}
          // Keeps the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
          onClose={() => combobox.changeQuery(null)}
        >
          <div className="combobox__list" role="listbox" id={listId} aria-label={label}>
            {options.map(({ value, content }, index) => (
              <Option
                key={value}
                id={`${listId}-${index}`}
                isActive={index === activeIndex}
                isSelected={value === selectedValue}
                onHover={() => combobox.setActiveIndex(index)}
                onSelect={() => combobox.selectOption(value)}
              >
                {content}
              </Option>
            ))}
          </div>
          {options.length === 0 && <p className="combobox__empty">{getEmptyMessage(shownQuery)}</p>}
          <p className="vh" role="status">
            {shownQuery === '' ? '' : `${options.length} found`}
          </p>
        </PopoverFrame>
      )}
    </>
  );
}

type OptionProps = {
  id: string;
  isActive: boolean;
  isSelected: boolean;
  onHover: () => void;
  onSelect: () => void;
  children: ReactNode;
};

function Option({ id, isActive, isSelected, onHover, onSelect, children }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
    <div
      ref={ref}
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isSelected}
      data-active-item={isActive || undefined}
      onPointerMove={onHover}
      onClick={onSelect}
    >
      {children}
      {isSelected ? <Check className="i" aria-hidden="true" /> : <i />}
    </div>
  );
}
