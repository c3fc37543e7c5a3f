import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

import { currencyOf } from '#domain/currencies.ts';
import { moneyText } from '#domain/money.ts';

type Props = {
  currency: string;
  /** Refundable amount in minor units. */
  rest: number;
  part: boolean;
  typed: string;
  problem: string | null;
  onPart: (part: boolean) => void;
  onType: (typed: string) => void;
  onLeave: () => void;
};

type AmountProps = Omit<Props, 'part' | 'onPart'>;

function Amount({ currency, rest, typed, problem, onType, onLeave }: AmountProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { symbol, code } = currencyOf(currency);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="field refund-part">
      <label className="vh" htmlFor={id}>
        Amount
      </label>
      <div className="affix">
        <span>{symbol || code}</span>
        <input
          id={id}
          ref={field}
          className="in"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={typed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-more`}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
        />
      </div>
      <p id={`${id}-more`} className={problem ? 'err' : 'hint'}>
        {problem && <CircleAlert className="i" aria-hidden="true" />}
        <span>{problem ?? `Up to ${moneyText(rest, currency)}`}</span>
      </p>
    </div>
  );
}

/** Refund amount: everything refundable, or a typed part of it. */
export function RefundAmount({ part, onPart, ...amount }: Props) {
  const name = useId();
  const { currency, rest } = amount;
  return (
    <fieldset className="refund-amount">
      <legend>Amount</legend>
      <label className="checkrow">
        <input type="radio" name={name} checked={!part} onChange={() => onPart(false)} />
        <span>All that is left, {moneyText(rest, currency)}</span>
      </label>
      <label className="checkrow">
        <input type="radio" name={name} checked={part} onChange={() => onPart(true)} />
        <span>A part of it</span>
      </label>
      {part && <Amount {...amount} />}
    </fieldset>
  );
}
