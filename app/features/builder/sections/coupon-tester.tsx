import { CircleAlert } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { NativeSelect } from '#app/components/select.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCouponError, findCoupon } from '#domain/coupon.ts';
import { AppError } from '#domain/errors.ts';
import { formatDiscount } from '#domain/format-price.ts';
import { formatWithSymbol } from '#domain/money.ts';
import { BASE_OPTION, listPriceOptions, configAt, configForOption } from '#domain/offer.ts';
import { normalizeConfig } from '#domain/page-fields.ts';
import { calculatePricing } from '#domain/pricing.ts';

import { useNow } from '../fields/use-now.ts';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderOfferMessages.coupons.tester;

/** The total that a buyer would pay with a coupon code, or the reason why the code is rejected. */
export type CouponPreview =
  | { kind: 'total'; code: string; original: string; saved: string; total: string }
  | { kind: 'refused'; message: string };

const toRejection = (message: string): CouponPreview => ({ kind: 'refused', message });

/**
 * Calculates the total with the same functions as the checkout, for one of the price options. Usage limits are not
 * checked.
 */
export function previewCoupon(
  config: CheckoutPageConfig,
  couponCode: string,
  now: Date,
  optionId: string = BASE_OPTION,
): CouponPreview {
  const activeConfig = configAt(normalizeConfig(config), now);
  const pricedConfig = configForOption(activeConfig, optionId) ?? activeConfig;
  const coupon = findCoupon(pricedConfig.validCoupons, couponCode);
  const pricing = calculatePricing(pricedConfig, coupon);
  if ('error' in pricing && pricing.at === 'price') return toRejection(messages.noPrice);
  if (!coupon) return toRejection(new AppError('coupon_invalid').message);
  const rejection =
    'original' in pricing
      ? findCouponError(coupon, { now, original: pricing.original, currency: pricedConfig.currency })
      : null;
  if (rejection) return toRejection(rejection.message);
  if ('error' in pricing) {
    if (pricing.at !== 'total') return toRejection(pricing.error);
    const total = formatWithSymbol(pricing.total, pricedConfig.currency);
    return toRejection(messages.totalRejected({ total, reason: pricing.error }));
  }
  const { originalText, savedText, totalText } = formatDiscount(pricing, pricedConfig);
  return { kind: 'total', code: coupon.code, original: originalText, saved: savedText, total: totalText };
}

const ID = 'coupon-trial';

const ResultLine = ({ term, className, children }: { term: string; className?: string; children: ReactNode }) => (
  <div className={className}>
    <dt className="break-anywhere">{term}</dt>
    <span className="dots" aria-hidden="true" />
    <dd>{children}</dd>
  </div>
);

function PreviewResult({ preview }: { preview: CouponPreview }) {
  if (preview.kind === 'refused')
    return (
      <div className="err coupon-tester__error">
        <CircleAlert className="i" aria-hidden="true" />
        <span>{preview.message}</span>
      </div>
    );
  return (
    <dl className="lines coupon-tester__result num">
      <ResultLine term={messages.price}>
        <del>{preview.original}</del>
      </ResultLine>
      <ResultLine className="neg" term={preview.code}>
        −{preview.saved}
      </ResultLine>
      <ResultLine className="text-strong" term={messages.total}>
        {preview.total}
      </ResultLine>
    </dl>
  );
}

/** Lets the seller test a coupon code as a buyer would use it, with the unpublished config. */
export function CouponTester() {
  const { config } = useBuilder();
  const [code, setCode] = useState('');
  const [testedCode, setTestedCode] = useState<string | null>(null);
  const [optionId, setOptionId] = useState(BASE_OPTION);
  const now = useNow();
  const options = listPriceOptions(config);
  const preview = testedCode === null ? null : previewCoupon(config, testedCode, now, optionId);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTestedCode(code.trim() === '' ? null : code);
  }
  return (
    <form className="field" onSubmit={submit} aria-label={messages.title}>
      <label htmlFor={ID}>{messages.title}</label>
      <div className="add-form">
        <input
          id={ID}
          className="in"
          placeholder={messages.placeholder}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          aria-describedby={`${ID}-more`}
          aria-invalid={preview?.kind === 'refused' ? true : undefined}
          value={code}
          onChange={({ target }) => {
            setCode(target.value);
            setTestedCode(null);
          }}
        />
        <Button type="submit">{messages.apply}</Button>
      </div>
      {options.length > 1 && (
        <NativeSelect
          aria-label={messages.option}
          value={options.some(({ id }) => id === optionId) ? optionId : BASE_OPTION}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setOptionId}
        />
      )}
      <div id={`${ID}-more`} role="status">
        {preview && <PreviewResult preview={preview} />}
      </div>
    </form>
  );
}
