import type { CheckoutPageProps } from './checkout-page-props.ts';
import { picksOf } from './picks.ts';
import { invalid, ProblemLine } from './problem-line.tsx';

type CouponBoxProps = Pick<CheckoutPageProps, 'config' | 'discounted' | 'pay' | 'problems' | 'typed'> & {
  prefix: string;
};

/** Coupons do not apply where buyers name the price. */
export const hasCoupons = ({ enableCoupon, payWhatYouWant }: CheckoutPageProps['config']): boolean =>
  enableCoupon && !payWhatYouWant.enabled;

const appliedText = ({ savedText }: { savedText: string }) => `Coupon applied! You saved ${savedText}`;

/** The saving of each price option; the stylesheet shows that of the selected option. */
function Saved({ config, discounted }: Pick<CheckoutPageProps, 'config' | 'discounted'>) {
  const picks = picksOf(config, discounted);
  if (!discounted || picks.length === 0) return discounted && appliedText(discounted);
  return picks.map(({ value, reduced }, at) => (
    <span key={value} data-at={at}>
      {reduced ? appliedText(reduced) : `${discounted.code} takes nothing off this price`}
    </span>
  ));
}

/** Coupon field. Its controls belong to separate forms (`CouponForms`), so that they need neither email nor terms. */
export function CouponBox({ config, discounted, pay, problems, typed, prefix }: CouponBoxProps) {
  const problemId = `${prefix}coupon-problem`;
  return (
    <div className="co-f" data-field="enableCoupon">
      <label htmlFor={`${prefix}code`}>Coupon code</label>
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
          defaultValue={discounted?.code ?? typed?.code}
          disabled={Boolean(discounted)}
          {...invalid(problemId, problems?.coupon, Boolean(pay && !problems?.form))}
        />
        <button className="co-2nd" type="submit" form={`${prefix}coupon`} disabled={Boolean(discounted)}>
          Apply
        </button>
      </div>
      <ProblemLine id={problemId} problem={problems?.coupon} />
      <div className="co-ok">
        <span role="status" tabIndex={-1} data-part="saved">
          <Saved config={config} discounted={discounted} />
        </span>
        <button type="submit" form={`${prefix}remove-coupon`} hidden={!discounted}>
          Remove
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
