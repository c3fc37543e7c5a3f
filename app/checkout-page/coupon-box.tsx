import type { CheckoutPageProps } from './checkout-page-props.ts';
import { invalid, ProblemLine } from './problem-line.tsx';

type CouponBoxProps = Pick<CheckoutPageProps, 'discounted' | 'pay' | 'problems' | 'typed'> & {
  prefix: string;
};

/** Its controls belong to forms of their own (`CouponForms`), so that they need neither email nor terms. */
export function CouponBox({ discounted, pay, problems, typed, prefix }: CouponBoxProps) {
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
          {discounted && `Coupon applied! You saved ${discounted.savedText}`}
        </span>
        <button type="submit" form={`${prefix}remove-coupon`} hidden={!discounted}>
          Remove
        </button>
      </div>
    </div>
  );
}

/** The forms behind the coupon's controls: a form cannot stand inside the pay form. */
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
