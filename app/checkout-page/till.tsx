import { pricingOf } from '#domain/pricing.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CouponBox } from './coupon-box.tsx';
import { Lock } from './marks.tsx';
import { PriceLine, totalText } from './price-line.tsx';
import { invalid, ProblemLine, readFirst } from './problem-line.tsx';
import { TermsBox } from './terms-box.tsx';

export type TillProps = CheckoutPageProps & { prefix: string };

/** What the pay form carries unseen. `expected` is what the buyer sees, in minor units: a claim to be checked. */
function HiddenFields({ config, pay, discounted }: TillProps) {
  if (!pay) return null;
  const pricing = pricingOf(config);
  const amount = 'total' in pricing ? pricing.total : 0;
  return (
    <>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="attempt" value={pay.attempt} />
      <input type="hidden" name="version" value={pay.version} />
      <input type="hidden" name="currency" value={config.currency} />
      <input type="hidden" name="expected" value={discounted?.total ?? amount} data-price={amount} />
      {pay.returnTo && <input type="hidden" name="returnTo" value={pay.returnTo} />}
      <input type="hidden" name="coupon" value={discounted?.code ?? ''} disabled={!discounted} />
    </>
  );
}

function EmailField({ problems, typed, pay, prefix }: TillProps) {
  const problemId = `${prefix}email-problem`;
  return (
    <div className="co-f">
      <label htmlFor={`${prefix}email`}>Email</label>
      <input
        className="co-in"
        id={`${prefix}email`}
        type="email"
        name="email"
        autoComplete="email"
        placeholder="you@example.com"
        maxLength={254}
        required
        defaultValue={typed?.email}
        {...invalid(problemId, problems?.email, Boolean(pay && !problems?.form))}
      />
      <ProblemLine id={problemId} problem={problems?.email} />
    </div>
  );
}

function PayButton({ config, discounted, busy }: TillProps) {
  const total = totalText(config, discounted);
  return (
    <button className="co-pay" type="submit" data-field="buttonText" aria-busy={busy}>
      {busy ? (
        'Processing...'
      ) : (
        <span>
          <bdi>{config.buttonText.trim() || 'Buy now'}</bdi>
          {total && '\u00a0· '}
          {total && <span data-part="total">{total}</span>}
        </span>
      )}
    </button>
  );
}

/** What concerns the whole order. It is read before anything else once the page has loaded. */
function Said({ problems, pay }: TillProps) {
  const problem = problems?.form;
  if (!problem) return null;
  return (
    <p
      className="co-alert"
      data-kind={problem.calm ? 'calm' : undefined}
      role="alert"
      tabIndex={-1}
      {...(pay ? readFirst : {})}
    >
      {problem.title && <b>{problem.title}</b>}
      <span>{problem.message}</span>
    </p>
  );
}

export function Till(props: TillProps) {
  const { config, pay, prefix, sellerName, children } = props;
  return (
    <form
      className="co-till"
      id={`${prefix}pay`}
      method="post"
      action={pay?.action}
      aria-label="Payment"
      data-slug={pay?.slug}
      data-currency={config.currency}
      data-price={totalText(config, null)}
    >
      <HiddenFields {...props} />
      <PriceLine {...props} />
      <EmailField {...props} />
      {children}
      {config.enableCoupon && <CouponBox {...props} />}
      {config.requireTerms && <TermsBox {...props} />}
      <Said {...props} />
      <PayButton {...props} />
      <p className="co-trust">
        <Lock />
        You pay on Stripe’s own page. {sellerName ? <bdi>{sellerName}</bdi> : 'The seller'} never sees your
        card number.
      </p>
    </form>
  );
}
