import { Combobox as ComboboxInput, ComboboxItem, ComboboxPopover, useComboboxStore } from '@ariakit/react';
import { Check } from 'lucide-react';
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';

/** An option of the list: its value and the cells of its row. */
type ComboboxOption = { value: string; content: ReactNode };

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

/** Query, matching options and keyboard handling of the combobox. The query is null while the list is closed. */
function useCombobox({ selectedValue, selectedLabel, findOptions, isExactMatch, onSelect }: Props) {
  const [query, setQuery] = useState<string | null>(null);
  const options = query === null ? [] : findOptions(query);
  const store = useComboboxStore({
    placement: 'bottom-end',
    resetValueOnHide: false,
    open: query !== null,
    setOpen: (isOpen) => setQuery((current) => (isOpen ? (current ?? '') : null)),
    inputValue: query ?? selectedLabel,
    // Text typed into the closed input starts a new query.
    setInputValue: (text) => setQuery((current) => (current === null ? findInsertedText(selectedLabel, text) : text)),
  });
  const selectOption = (value: string | undefined) => {
    if (value !== undefined) onSelect(value);
    setQuery(null);
  };
  /** Selects the only match, or a match whose exact name was typed, when the user moves on without choosing. */
  const commitQuery = () => {
    const trimmedQuery = query?.trim() ?? '';
    const [firstMatch, ...otherMatches] = trimmedQuery === '' ? [] : options;
    const isUnambiguous = firstMatch && (otherMatches.length === 0 || isExactMatch(firstMatch.value, trimmedQuery));
    selectOption(isUnambiguous ? firstMatch.value : undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (query === null && event.key === 'Enter') setQuery('');
    else if (query !== null && event.key === 'Escape') setQuery(null);
    else if (query !== null && event.key === 'Enter') {
      // Ariakit highlights the first match a frame after the typing.
      const activeValue = store.item(store.getState().activeId)?.value;
      selectOption((options.find(({ value }) => value === activeValue) ?? options[0])?.value);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const getActiveId = (items: { id: string; value?: string }[]) =>
    query === '' ? items.find(({ value }) => value === selectedValue)?.id : undefined;
  return { store, query: query?.trim() ?? '', options, selectOption, commitQuery, onKeyDown, getActiveId };
}

/** An input that filters a long list of options. */
export function Combobox(props: Props) {
  const { inputProps, label, selectedValue, selectedLabel, getEmptyMessage } = props;
  const { store, query, options, selectOption, commitQuery, onKeyDown, getActiveId } = useCombobox(props);
  const listId = useId();
  return (
    <>
      <ComboboxInput
        {...inputProps}
        store={store}
        className="in combobox__input"
        aria-haspopup="listbox"
        aria-controls={listId}
        autoSelect="always"
        getAutoSelectId={getActiveId}
        spellCheck={false}
        maxLength={60}
        placeholder={selectedLabel}
        // Ariakit itself forwards keys to the options in the capture phase.
        onKeyDownCapture={onKeyDown}
        onBlur={(event) => {
          // Ariakit also dispatches blur events while the highlight moves.
          if (!event.isTrusted) return;
          inputProps.onBlur?.(event);
          commitQuery();
        }}
      />
      <ComboboxPopover
        store={store}
        className="combobox__popover"
        role="dialog"
        aria-label={label}
        portal
        preserveTabOrder={false}
        unmountOnHide
        gutter={4}
        overflowPadding={8}
        autoFocusOnHide={false}
        hideOnInteractOutside={false}
      >
        <div className="combobox__list" role="listbox" id={listId} aria-label={label}>
          {options.map(({ value, content }) => (
            <ComboboxItem
              key={value}
              value={value}
              role="option"
              aria-selected={value === selectedValue}
              focusOnHover
              setValueOnClick={false}
              // Keeps the focus in the input.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => selectOption(value)}
            >
              {content}
              {value === selectedValue ? <Check className="i" aria-hidden="true" /> : <i />}
            </ComboboxItem>
          ))}
        </div>
        {options.length === 0 && <p className="combobox__empty">{getEmptyMessage(query)}</p>}
        <p className="vh" role="status">
          {query === '' ? '' : `${options.length} found`}
        </p>
      </ComboboxPopover>
    </>
  );
}
