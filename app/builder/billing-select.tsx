import type { PriceOption } from '#domain/offer.ts';

import { billingKey } from './option-entries.ts';

type Billing = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

const WAYS = [
  { label: 'One-time', paymentType: 'one-time', billingFrequency: 'monthly' },
  { label: 'Subscription, weekly', paymentType: 'subscription', billingFrequency: 'weekly' },
  { label: 'Subscription, monthly', paymentType: 'subscription', billingFrequency: 'monthly' },
  { label: 'Subscription, yearly', paymentType: 'subscription', billingFrequency: 'yearly' },
] as const;

type Props = { id: string; value: Billing; onChange: (billing: Billing) => void };

/** Selects payment type and billing frequency in one control. */
export const BillingSelect = ({ id, value, onChange }: Props) => (
  <div className="field">
    <div className="lab">
      <label htmlFor={id}>Billing</label>
    </div>
    <select
      id={id}
      className="in"
      value={billingKey(value)}
      onChange={({ target }) => {
        const way = WAYS.find((one) => billingKey(one) === target.value);
        if (way) onChange({ paymentType: way.paymentType, billingFrequency: way.billingFrequency });
      }}
    >
      {WAYS.map((way) => (
        <option key={way.label} value={billingKey(way)}>
          {way.label}
        </option>
      ))}
    </select>
  </div>
);
