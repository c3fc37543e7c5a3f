import type { PriceOption } from '#domain/offer.ts';

import { getBillingKey } from './option-entries.ts';

type BillingFields = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

const BILLING_OPTIONS = [
  { label: 'One-time', paymentType: 'one-time', billingFrequency: 'monthly' },
  { label: 'Subscription, weekly', paymentType: 'subscription', billingFrequency: 'weekly' },
  { label: 'Subscription, monthly', paymentType: 'subscription', billingFrequency: 'monthly' },
  { label: 'Subscription, yearly', paymentType: 'subscription', billingFrequency: 'yearly' },
] as const;

type BillingSelectProps = { id: string; value: BillingFields; onChange: (billing: BillingFields) => void };

/** Selects payment type and billing frequency in one control. */
export const BillingSelect = ({ id, value, onChange }: BillingSelectProps) => (
  <div className="field">
    <div className="lab">
      <label htmlFor={id}>Billing</label>
    </div>
    <select
      id={id}
      className="in"
      value={getBillingKey(value)}
      onChange={({ target }) => {
        const option = BILLING_OPTIONS.find((candidate) => getBillingKey(candidate) === target.value);
        if (option) onChange({ paymentType: option.paymentType, billingFrequency: option.billingFrequency });
      }}
    >
      {BILLING_OPTIONS.map((option) => (
        <option key={option.label} value={getBillingKey(option)}>
          {option.label}
        </option>
      ))}
    </select>
  </div>
);
