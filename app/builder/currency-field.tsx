import { Anchor, Content, Portal, Root } from '@radix-ui/react-popover';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import { CURRENCIES, currencyOf, type Currency } from '#domain/currencies.ts';

import { useBuilder } from './builder-context.ts';
import { BuilderField, useFieldWiring } from './builder-field.tsx';
import { currencyText, searchCurrencies } from './currency-search.ts';

const SOME_ROWS = 8;

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
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const place = to[key as keyof typeof to];
  return place === undefined ? null : Math.min(Math.max(place, 0), count - 1);
}

type ListProps = {
  id: string;
  found: readonly Currency[];
  active: number;
  chosen: string;
  typed: string;
  onPoint: (place: number) => void;
  onChoose: (code: string) => void;
};

const rowId = (listId: string, code: string) => `${listId}-${code}`;

function CurrencyList({ id, found, active, chosen, typed, onPoint, onChoose }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const code = found[active]?.code ?? '';
  useEffect(() => {
    const row = document.getElementById(rowId(id, code));
    if (!list.current || !row) return;
    // Not `scrollIntoView`: while the list finds its place it lies elsewhere, and the page would follow it.
    const { scrollTop, clientHeight } = list.current;
    const { offsetTop, offsetHeight } = row;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2;
  }, [id, code]);
  return (
    <div className="b-options" role="listbox" id={id} aria-label="Currencies" ref={list}>
      {found.map((currency, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field above
        <div
          key={currency.code}
          id={rowId(id, currency.code)}
          role="option"
          tabIndex={-1}
          aria-selected={currency.code === chosen}
          data-active={place === active}
          onPointerMove={() => place !== active && onPoint(place)}
          // The focus stays in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(currency.code)}
        >
          <b className="num">{currency.code}</b>
          <span>{currency.name}</span>
          <span className="b-symbol">{currency.symbol}</span>
          {currency.code === chosen ? <Check className="i" aria-hidden="true" /> : <i />}
        </div>
      ))}
      {found.length === 0 && (
        <div role="option" tabIndex={-1} aria-disabled="true" aria-selected="false">
          <span className="b-no-option">No currency is called “{typed.trim()}”</span>
        </div>
      )}
    </div>
  );
}

/** What is being looked for, and what the keys do. */
function useCurrencySearch(chosen: string, choose: (code: string) => void) {
  const [search, setSearch] = useState<Search | null>(null);
  const typed = search?.typed ?? '';
  const found = search ? searchCurrencies(typed) : [];
  const open = () => {
    if (search) return;
    setSearch({
      typed: '',
      active: Math.max(
        0,
        CURRENCIES.findIndex(({ code }) => code === chosen),
      ),
    });
  };
  const close = () => setSearch(null);
  const take = (code: string | undefined) => {
    if (code) choose(code);
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
    else if (event.key === 'Enter') take(found[search.active]?.code);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** What names one currency alone is meant, also by whoever only goes on. */
  const settle = () => {
    const [only, ...more] = typed.trim() === '' ? [] : found;
    const named = only && (more.length === 0 || only.code === typed.trim().toUpperCase());
    take(named ? only.code : undefined);
  };
  const type = (text: string) => setSearch({ typed: text, active: 0 });
  const point = (active: number) => setSearch((before) => before && { ...before, active });
  return { search, typed, found, open, settle, take, type, point, onKeyDown };
}

/** All currencies behind one field: typing filters them by code, name and symbol. */
export function CurrencyField() {
  const { config, set, leave } = useBuilder();
  const { onBlur, ...wiring } = useFieldWiring('currency');
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const chosen = config.currency;
  const { search, typed, found, open, settle, take, type, point, onKeyDown } = useCurrencySearch(
    chosen,
    (code) => {
      set('currency', code);
      // Price and coupons are checked by the new one's rules, and told at once.
      if (config.price !== '') leave('price');
    },
  );
  const active = search ? found[search.active] : undefined;
  return (
    <BuilderField field="currency" label="Currency">
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
            aria-activedescendant={active && rowId(listId, active.code)}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            placeholder={currencyText(currencyOf(chosen))}
            value={search ? typed : currencyText(currencyOf(chosen))}
            onClick={open}
            onChange={({ target }) =>
              // What is typed while it is closed stands beside its own words.
              type(search ? target.value : target.value.replace(currencyText(currencyOf(chosen)), ''))
            }
            onKeyDown={onKeyDown}
            onBlur={() => {
              onBlur();
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
            aria-label="Currencies"
            // Escape is the field's own, and takes nothing.
            onEscapeKeyDown={(event) => event.preventDefault()}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onInteractOutside={(event) => {
              if (event.target === input.current) event.preventDefault();
            }}
          >
            <CurrencyList
              id={listId}
              {...{ found, chosen, typed }}
              active={search?.active ?? 0}
              onPoint={point}
              onChoose={take}
            />
            <p className="vh" role="status">
              {typed.trim() === '' ? '' : `${found.length} found`}
            </p>
          </Content>
        </Portal>
      </Root>
    </BuilderField>
  );
}
