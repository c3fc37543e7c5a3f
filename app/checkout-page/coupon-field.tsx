import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';

import type { CheckoutFormProps } from './checkout-page-props.ts';
import { getInvalidProps, FieldErrorMessage } from './field-error-message.tsx';
import { hasSummary } from './order-combinations.ts';
import { OrderSaving } from './order-summary.tsx';
import { listPricePicks } from './price-line.tsx';

const messages = checkoutPageMessages.coupon;

/** Coupons do not apply where buyers name the price. */
export const hasCoupons = ({ enableCoupon, payWhatYouWant }: CheckoutFormProps['config']): boolean =>
  enableCoupon && !payWhatYouWant.enabled;

const getAppliedText = ({ savedText }: { savedText: string }) => checkoutScriptMessages.couponSaved(savedText);

/** The saving of each price option; the stylesheet shows that of the selected option. */
function SavingText(props: CheckoutFormProps) {
  const { config, discounted } = props;
  if (discounted && hasSummary(props)) return <OrderSaving {...props} code={discounted.code} />;
  const picks = listPricePicks(config, discounted);
  if (!discounted || picks.length === 0) return discounted && getAppliedText(discounted);
  return picks.map(({ value, reduced }, index) => (
    <span key={value} data-at={index}>
      {reduced ? getAppliedText(reduced) : checkoutScriptMessages.couponNotApplicable(discounted.code)}
    </span>
  ));
}

/**
 * Coupon field. Its buttons submit the whole form, so that a document without script keeps the other entered values, and
 * skip its validation, because a coupon needs neither email nor terms.
 */
export function CouponField(props: CheckoutFormProps) {
  const { discounted, values, prefix } = props;
  return (
    <div className="co-f" data-field="enableCoupon">
      <label htmlFor={`${prefix}code`}>{messages.label}</label>
      <div className="co-join">
        <input
          className="co-in"
          id={`${prefix}code`}
          name="code"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={discounted?.code ?? values?.code}
          disabled={Boolean(discounted)}
          {...getInvalidProps(props, 'coupon')}
        />
        <button className="co-2nd" name="intent" value="coupon" formNoValidate disabled={Boolean(discounted)}>
          {messages.apply}
        </button>
      </div>
      <FieldErrorMessage {...props} field="coupon" />
      <div className="co-ok">
        <span role="status" tabIndex={-1} data-part="saved">
          <SavingText {...props} />
        </span>
        <button name="intent" value="remove-coupon" formNoValidate hidden={!discounted}>
          {messages.remove}
        </button>
      </div>
    </div>
  );
}
