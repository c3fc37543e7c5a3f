import { Plus, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';

import { currencyOf } from '#domain/currencies.ts';
import { parsePrice, symbolText } from '#domain/money.ts';
import { MAX_PRICE_OPTIONS, OPTION_NAME, optionName, savingOf, type PriceOption } from '#domain/offer.ts';
import { pricingOf } from '#domain/pricing.ts';
import { priceText } from '#domain/price.ts';

import { toast } from '#app/ui/toast.tsx';

import { BillingSelect } from './billing-select.tsx';
import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, idOf, useFieldWiring } from './builder-field.tsx';
import { movedOptions, newOption } from './option-entries.ts';
import { movedWords } from './reorder.ts';
import { Grip, IconKey, MoveKeys } from './row-keys.tsx';
import { SwitchField } from './switch-field.tsx';
import { TypedField } from './typed-field.tsx';
import { usePart } from './use-part.ts';
import { useReorder } from './use-reorder.ts';

const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** The base price of the page counts as one of the options. */
const MOST_OTHERS = MAX_PRICE_OPTIONS - 1;

/** Shows the price as buyers read it and the saving compared with paying monthly. */
function OptionSeen({ option }: { option: PriceOption }) {
  const { config } = useBuilder();
  const price = option.price.trim();
  if (price === '' || 'problem' in parsePrice(price, config.currency)) return null;
  const saving = savingOf(config, option.id);
  return (
    <p className="hint">
      Buyers see <b className="b-ink">{priceText({ ...option, price, currency: config.currency })}</b>
      {saving &&
        ` and “Save ${saving.percentage} %”: ${symbolText(saving.amount, config.currency)} a year less than paid monthly.`}
    </p>
  );
}

type OptionProps = { option: PriceOption; place: number; change: Change };
type Change = (id: string, part: Partial<PriceOption>, typed?: string) => void;

/** Name and price of an option in one row, with a common error message. */
function OptionTexts({ option, place, change, onKeyDown }: OptionProps & Keyed) {
  const { currency } = useBuilder().config;
  const field = `priceOptions.${place}`;
  const { id, onBlur, ...wiring } = useFieldWiring(field);
  const { symbol, code } = currencyOf(currency);
  const ofAmount = 'problem' in pricingOf({ price: option.price, currency });
  const told = { 'aria-describedby': wiring['aria-describedby'] };
  return (
    <div className="row2">
      <div className="field">
        <div className="lab">
          <label htmlFor={id}>Name</label>
        </div>
        <input
          {...(ofAmount ? told : wiring)}
          id={id}
          className="in"
          dir="auto"
          autoComplete="off"
          maxLength={500}
          placeholder={optionName({ ...option, name: '' })}
          value={option.name}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          onChange={({ target }) => change(option.id, { name: target.value }, 'name')}
        />
      </div>
      <div className="field">
        <div className="lab">
          <label htmlFor={`${id}-price`}>Amount</label>
        </div>
        <div className="affix" data-invalid={ofAmount && wiring['aria-invalid']}>
          <span aria-hidden="true">{symbol || code}</span>
          <input
            {...(ofAmount ? wiring : told)}
            id={`${id}-price`}
            className="in"
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            value={option.price}
            onBlur={onBlur}
            onChange={({ target }) => change(option.id, { price: target.value }, 'price')}
          />
        </div>
      </div>
    </div>
  );
}

type Keyed = { onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void };
type RowProps = OptionProps & {
  count: number;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function OptionRow({ option, place, count, change, onGrab, onMove, onRemove }: RowProps) {
  const { problemOf } = useBuilder();
  const id = idOf(`priceOptions.${place}`);
  const problem = problemOf(`priceOptions.${place}`);
  const what = optionName(option);
  const move = (to: number, focused: string) => {
    if (to < 0 || to >= count) return;
    onMove(to);
    focusOn(idOf(`priceOptions.${to}`) + focused);
  };
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    move(place + step, '');
  }
  return (
    <div className="b-opt" role="group" aria-label={`Price ${place + 2}`} data-invalid={problem !== null}>
      <div className="b-opt-head">
        <Grip onPointerDown={onGrab} />
        <b className="small b-strong">Price {place + 2}</b>
        <span className="b-row-keys">
          <MoveKeys {...{ id, place, count, what }} onMove={(to, way) => move(to, `-${way}`)} />
          <IconKey label={`Remove: ${what}`} Icon={X} onClick={onRemove} />
        </span>
      </div>
      <OptionTexts {...{ option, place, change, onKeyDown }} />
      <BillingSelect id={`${id}-billing`} value={option} onChange={(billing) => change(option.id, billing)} />
      {problem ? <ErrorLine id={`${id}-more`}>{problem}</ErrorLine> : <OptionSeen option={option} />}
    </div>
  );
}

function OptionList({ onRemove }: { onRemove: (place: number) => void }) {
  const [{ others }, setOptions] = usePart('priceOptions');
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const change: Change = (id, part, typed) =>
    setOptions(
      { others: others.map((option) => (option.id === id ? { ...option, ...part } : option)) },
      typed && `${id}.${typed}`,
    );
  const move = (from: number, to: number) => {
    setOptions({ others: movedOptions(others, from, to) });
    setSaid(movedWords(to, others.length));
  };
  const { grab, rowProps } = useReorder(list, others, move);
  return (
    <>
      <ul className="b-entries" ref={list}>
        {others.map((option, place) => (
          <li key={option.id} {...rowProps(place)}>
            <OptionRow
              {...{ option, place, change }}
              count={others.length}
              onGrab={(event) => grab(place, event)}
              onMove={(to) => move(place, to)}
              onRemove={() => onRemove(place)}
            />
          </li>
        ))}
      </ul>
      <p className="vh" role="status">
        {said}
      </p>
    </>
  );
}

const SWITCH = idOf('priceOptions');

/** Price options of one product; the base price of the page is the first. */
export function OptionsPart() {
  const { config } = useBuilder();
  const [{ baseName, others }, setOptions] = usePart('priceOptions');
  const on = others.length > 0;
  function add() {
    if (others.length >= MOST_OTHERS)
      return toast({ title: `A page can have at most ${MAX_PRICE_OPTIONS} prices` }, { destructive: true });
    setOptions({ others: [...others, newOption(config)] });
    focusOn(idOf(`priceOptions.${others.length}`));
  }
  function remove(place: number) {
    setOptions({ others: others.filter((_, index) => index !== place) });
    focusOn(SWITCH);
  }
  return (
    <>
      <SwitchField
        id={SWITCH}
        label="Offer several prices"
        hint="Monthly or yearly, with support or without: buyers choose one of up to 6."
        checked={on}
        disabled={config.payWhatYouWant.enabled && !on ? 'Not where buyers name the price themselves.' : null}
        onChange={(checked) => (checked ? add() : setOptions({ others: [] }))}
      />
      {on && (
        <>
          <TypedField
            field="priceOptions.baseName"
            label="Name of the price above"
            limit={OPTION_NAME}
            value={baseName}
            onType={(text) => setOptions({ baseName: text }, 'baseName')}
            hint="The first of them, and chosen when the page opens."
            input={{ placeholder: optionName({ ...config, name: '' }), autoComplete: 'off' }}
          />
          <OptionList onRemove={remove} />
          <button type="button" className="key b-start" onClick={add}>
            <Plus className="i" aria-hidden="true" />
            Add a price
          </button>
        </>
      )}
      <FieldMore field="priceOptions" />
    </>
  );
}
