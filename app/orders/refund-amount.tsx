import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

import { getCurrency } from '#domain/currencies.ts';
import { formatMoney } from '#domain/money.ts';

type Props = {
  currency: string;
  /** Refundable amount in minor units. */
  refundable: number;
  isPartial: boolean;
  amountText: string;
  error: string | null;
  onPartialChange: (isPartial: boolean) => void;
  onAmountChange: (amountText: string) => void;
  onAmountBlur: () => void;
};

type AmountProps = Omit<Props, 'isPartial' | 'onPartialChange'>;

function PartialAmountField({ currency, refundable, amountText, error, onAmountChange, onAmountBlur }: AmountProps) {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const { symbol, code } = getCurrency(currency);
  useEffect(() => inputRef.current?.focus(), []);
  return (
    <div className="field refund-part">
      <label className="vh" htmlFor={id}>
        Amount
      </label>
      <div className="affix">
        <span>{symbol || code}</span>
        <input
          id={id}
          ref={inputRef}
          className="in"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={amountText}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-more`}
          onChange={(event) => onAmountChange(event.target.value)}
          onBlur={onAmountBlur}
        />
      </div>
      <p id={`${id}-more`} className={error ? 'err' : 'hint'}>
        {error && <CircleAlert className="i" aria-hidden="true" />}
        <span>{error ?? `Up to ${formatMoney(refundable, currency)}`}</span>
      </p>
    </div>
  );
}

/** Refund amount: everything refundable, or a typed part of it. */
export function RefundAmountFieldset({ isPartial, onPartialChange, ...amount }: Props) {
  const name = useId();
  const { currency, refundable } = amount;
  return (
    <fieldset className="refund-amount">
      <legend>Amount</legend>
      <label className="checkrow">
        <input type="radio" name={name} checked={!isPartial} onChange={() => onPartialChange(false)} />
        <span>All that is left, {formatMoney(refundable, currency)}</span>
      </label>
      <label className="checkrow">
        <input type="radio" name={name} checked={isPartial} onChange={() => onPartialChange(true)} />
        <span>A part of it</span>
      </label>
      {isPartial && <PartialAmountField {...amount} />}
    </fieldset>
  );
}
