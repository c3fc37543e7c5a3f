import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';

import type { CheckoutFormProps } from './checkout-page-props.ts';
import { getInvalidProps, FieldErrorMessage } from './field-error-message.tsx';
import { listPricePicks } from './price-line.tsx';

const messages = checkoutPageMessages.coupon;

/** Coupons do not apply where buyers name the price. */
export const hasCoupons = ({ enableCoupon, payWhatYouWant }: CheckoutFormProps['config']): boolean =>
  enableCoupon && !payWhatYouWant.enabled;

const getAppliedText = ({ savedText }: { savedText: string }) => checkoutScriptMessages.couponSaved(savedText);

/** The saving of each price option; the stylesheet shows that of the selected option. */
function SavingText({ config, discounted }: Pick<CheckoutFormProps, 'config' | 'discounted'>) {
  const picks = listPricePicks(config, discounted);
  if (!discounted || picks.length === 0) return discounted && getAppliedText(discounted);
  return picks.map(({ value, reduced }, index) => (
    <span key={value} data-at={index}>
      {reduced ? getAppliedText(reduced) : checkoutScriptMessages.couponNotApplicable(discounted.code)}
    </span>
  ));
}

/** Coupon field. Its controls belong to separate forms (`CouponForms`), so that they need neither email nor terms. */
export function CouponField(props: CheckoutFormProps) {
  const { config, discounted, values, prefix } = props;
  return (
    <div className="co-f" data-field="enableCoupon">
      <label htmlFor={`${prefix}code`}>{messages.label}</label>
      <div className="co-join">
        <input
          className="co-in"
          id={`${prefix}code`}
          form={`${prefix}coupon`}
          name="code"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={discounted?.code ?? values?.code}
          disabled={Boolean(discounted)}
          {...getInvalidProps(props, 'coupon')}
        />
        <button className="co-2nd" type="submit" form={`${prefix}coupon`} disabled={Boolean(discounted)}>
          {messages.apply}
        </button>
      </div>
      <FieldErrorMessage {...props} field="coupon" />
      <div className="co-ok">
        <span role="status" tabIndex={-1} data-part="saved">
          <SavingText config={config} discounted={discounted} />
        </span>
        <button type="submit" form={`${prefix}remove-coupon`} hidden={!discounted}>
          {messages.remove}
        </button>
      </div>
    </div>
  );
}

/** The forms of the coupon controls; forms cannot be nested inside the pay form. */
export const CouponForms = ({ pay, prefix }: Pick<CheckoutFormProps, 'pay' | 'prefix'>) =>
  ['coupon', 'remove-coupon'].map((intent) => (
    <form key={intent} method="post" id={`${prefix}${intent}`} action={pay?.action} hidden>
      {pay && <input type="hidden" name="intent" value={intent} />}
      {pay && <input type="hidden" name="attempt" value={pay.attempt} />}
    </form>
  ));
