import { BASE_OPTION } from '#domain/offer.ts';
import { pricingOf } from '#domain/pricing.ts';

import { AmountBox } from './amount-box.tsx';
import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CouponBox, hasCoupons } from './coupon-box.tsx';
import { Countdown } from './countdown.tsx';
import { CustomFields } from './custom-fields.tsx';
import { Lock } from './marks.tsx';
import { picksOf } from './picks.ts';
import { PlanPicker } from './plan-picker.tsx';
import { PriceLine, Total, totalText } from './price-line.tsx';
import { invalid, ProblemLine, readFirst } from './problem-line.tsx';
import { TermsBox } from './terms-box.tsx';

export type TillProps = CheckoutPageProps & { prefix: string };

/** The total of each price that the buyer sees, in minor units, for the server to compare. None where buyers name the price. */
function ExpectedFields({ config, discounted }: TillProps) {
  if (config.payWhatYouWant.enabled) return null;
  const pricing = pricingOf(config);
  const amount = 'total' in pricing ? pricing.total : 0;
  return (
    <>
      <input type="hidden" name="expected" value={discounted?.total ?? amount} data-price={amount} />
      {picksOf(config, discounted)
        .filter(({ value }) => value !== BASE_OPTION)
        .map((pick) => (
          <input
            key={pick.value}
            type="hidden"
            name={`expected.${pick.value}`}
            value={pick.reduced?.total ?? pick.amount}
            data-price={pick.amount}
          />
        ))}
    </>
  );
}

/** Hidden inputs of the pay form. */
function HiddenFields(props: TillProps) {
  const { config, pay, discounted } = props;
  if (!pay) return null;
  return (
    <>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="attempt" value={pay.attempt} />
      <input type="hidden" name="version" value={pay.version} />
      <input type="hidden" name="currency" value={config.currency} />
      {pay.returnTo && <input type="hidden" name="returnTo" value={pay.returnTo} />}
      <ExpectedFields {...props} />
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
  return (
    <button className="co-pay" type="submit" data-field="buttonText" aria-busy={busy}>
      {busy ? (
        'Processing...'
      ) : (
        <span>
          <bdi>{config.buttonText.trim() || 'Buy now'}</bdi>
          <Total config={config} discounted={discounted} before={'\u00a0· '} />
        </span>
      )}
    </button>
  );
}

/** Error of the whole order. It gets the focus when the page loads. */
function Said({ config, problems, pay }: TillProps) {
  // If the page has a fixed price now, there is no amount field: its error is shown here.
  const problem = problems?.form ?? (config.payWhatYouWant.enabled ? null : problems?.amount);
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
  const { config, pay, prefix, sellerName, left, children } = props;
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
      <Countdown {...props} />
      {config.payWhatYouWant.enabled ? <AmountBox {...props} /> : <PriceLine {...props} />}
      {typeof left === 'number' && <p className="co-left">{left} left</p>}
      <PlanPicker {...props} />
      <EmailField {...props} />
      <CustomFields {...props} />
      {children}
      {hasCoupons(config) && <CouponBox {...props} />}
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
