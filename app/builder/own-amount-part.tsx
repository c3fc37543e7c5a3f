import { X } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { currencyOf } from '#domain/currencies.ts';
import { parsePrice, symbolText } from '#domain/money.ts';
import { MAX_PRESETS } from '#domain/offer.ts';

import { Key } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, idOf } from './builder-field.tsx';
import { presetProblem } from './preset-problem.ts';
import { SwitchField } from './switch-field.tsx';
import { TypedField } from './typed-field.tsx';
import { usePart } from './use-part.ts';

const PRESETS = idOf('payWhatYouWant.presets');

/** Formats an amount as buyers read it; returns invalid input unchanged. */
function presetText(preset: string, currency: string): string {
  const parsed = parsePrice(preset, currency);
  return 'problem' in parsed ? preset : symbolText(parsed.amount, currency);
}

function PresetChips({ onRemove }: { onRemove: (place: number) => void }) {
  const { config } = useBuilder();
  const { presets } = config.payWhatYouWant;
  if (presets.length === 0) return null;
  return (
    <ul className="b-chips" aria-label="Suggested amounts">
      {presets.map((preset, place) => {
        const text = presetText(preset, config.currency);
        return (
          <li key={place} className="b-chip num">
            {text}
            <button type="button" aria-label={`Remove: ${text}`} onClick={() => onRemove(place)}>
              <X className="i" aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Suggested amounts that buyers can select instead of typing one. */
function PresetsField() {
  const { config, problemOf } = useBuilder();
  const [{ presets }, setOwn] = usePart('payWhatYouWant');
  const [typed, setTyped] = useState('');
  const [refused, setProblem] = useState<string | null>(null);
  const problem = refused ?? problemOf('payWhatYouWant.presets');
  const input = useRef<HTMLInputElement>(null);
  const { symbol, code } = currencyOf(config.currency);
  function add(event: FormEvent) {
    event.preventDefault();
    input.current?.focus();
    const preset = typed.trim();
    if (preset === '') return;
    const found = presetProblem(preset, config);
    setProblem(found);
    if (found) return;
    setOwn({ presets: [...presets, preset] });
    setTyped('');
  }
  function remove(place: number) {
    setOwn({ presets: presets.filter((_, index) => index !== place) });
    setProblem(null);
    input.current?.focus();
  }
  return (
    <form className="field" onSubmit={add}>
      <div className="lab">
        <label htmlFor={PRESETS}>Amounts to press</label>
        <span className="opt num" role="status">
          {presets.length} of {MAX_PRESETS}
        </span>
      </div>
      <PresetChips onRemove={remove} />
      <div className="b-add">
        <div className="affix" data-invalid={problem ? true : undefined}>
          <span aria-hidden="true">{symbol || code}</span>
          <input
            ref={input}
            id={PRESETS}
            className="in"
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${PRESETS}-more`}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(null);
            }}
          />
        </div>
        <Key type="submit">Add</Key>
      </div>
      {problem ? (
        <ErrorLine id={`${PRESETS}-more`}>{problem}</ErrorLine>
      ) : (
        <p className="hint" id={`${PRESETS}-more`}>
          Buyers press one, or type what they like.
        </p>
      )}
    </form>
  );
}

const BOUNDS = [
  { part: 'minimum', label: 'Minimum', placeholder: '0' },
  { part: 'maximum', label: 'Maximum', placeholder: 'none' },
] as const;

function BoundFields() {
  const { config } = useBuilder();
  const [own, setOwn] = usePart('payWhatYouWant');
  const { symbol, code } = currencyOf(config.currency);
  return (
    <div className="row2 b-top">
      {BOUNDS.map(({ part, label, placeholder }) => (
        <TypedField
          key={part}
          field={`payWhatYouWant.${part}`}
          label={label}
          affix={symbol || code}
          value={own[part]}
          onType={(text) => setOwn({ [part]: text }, part)}
          input={{ inputMode: 'decimal', maxLength: 40, autoComplete: 'off', placeholder }}
        />
      ))}
    </div>
  );
}

/** Lets buyers name the price; the base price of the page is the suggested amount. */
export function OwnAmountPart() {
  const { config, patch, problemOf } = useBuilder();
  const { payWhatYouWant } = config;
  const { enabled } = payWhatYouWant;
  const several = config.priceOptions.others.length > 0;
  return (
    <>
      <SwitchField
        id={idOf('payWhatYouWant')}
        label="Pay what you want"
        hint="Buyers type what they pay. Coupons are off with it: there is no price to take them off."
        checked={enabled}
        invalid={problemOf('payWhatYouWant') !== null}
        disabled={several && !enabled ? 'Not together with several prices.' : null}
        onChange={(checked) =>
          patch({
            payWhatYouWant: { ...payWhatYouWant, enabled: checked },
            ...(checked ? { enableCoupon: false } : {}),
          })
        }
      />
      {enabled && (
        <>
          <BoundFields />
          <PresetsField />
        </>
      )}
      <FieldMore field="payWhatYouWant" />
    </>
  );
}
