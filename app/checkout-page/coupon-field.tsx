import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { getInvalidProps, FieldErrorMessage } from './field-error-message.tsx';
import { listPricePicks } from './price-picks.ts';

type CouponFieldProps = Pick<CheckoutPageProps, 'config' | 'discounted' | 'pay' | 'errors' | 'values'> & {
  prefix: string;
};

const messages = checkoutPageMessages.coupon;

/** Coupons do not apply where buyers name the price. */
export const hasCoupons = ({ enableCoupon, payWhatYouWant }: CheckoutPageProps['config']): boolean =>
  enableCoupon && !payWhatYouWant.enabled;

const getAppliedText = ({ savedText }: { savedText: string }) => checkoutScriptMessages.couponSaved(savedText);

/** The saving of each price option; the stylesheet shows that of the selected option. */
function SavingText({ config, discounted }: Pick<CheckoutPageProps, 'config' | 'discounted'>) {
  const picks = listPricePicks(config, discounted);
  if (!discounted || picks.length === 0) return discounted && getAppliedText(discounted);
  return picks.map(({ value, reduced }, index) => (
    <span key={value} data-at={index}>
      {reduced ? getAppliedText(reduced) : checkoutScriptMessages.couponNotApplicable(discounted.code)}
    </span>
  ));
}

/** Coupon field. Its controls belong to separate forms (`CouponForms`), so that they need neither email nor terms. */
export function CouponField({ config, discounted, pay, errors, values, prefix }: CouponFieldProps) {
  const errorId = `${prefix}coupon-problem`;
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
          {...getInvalidProps(errorId, errors?.coupon, Boolean(pay && !errors?.form))}
        />
        <button className="co-2nd" type="submit" form={`${prefix}coupon`} disabled={Boolean(discounted)}>
          {messages.apply}
        </button>
      </div>
      <FieldErrorMessage id={errorId} error={errors?.coupon} />
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
export const CouponForms = ({ pay, prefix }: Pick<CheckoutPageProps, 'pay'> & { prefix: string }) => (
  <>
    <form method="post" id={`${prefix}coupon`} action={pay?.action} hidden>
      {pay && <input type="hidden" name="intent" value="coupon" />}
      {pay && <input type="hidden" name="attempt" value={pay.attempt} />}
    </form>
    <form method="post" id={`${prefix}remove-coupon`} action={pay?.action} hidden>
      {pay && <input type="hidden" name="intent" value="remove-coupon" />}
      {pay && <input type="hidden" name="attempt" value={pay.attempt} />}
    </form>
  </>
);
