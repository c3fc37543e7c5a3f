import { buttonVariants } from '#app/components/button.tsx';
import { CashRegisterIllustration } from '#app/components/cash-register-illustration.tsx';
import { FIRST_PAGE_MINUTES, listImplementedFeatures } from '#content/product-claims.ts';
import { SITE } from '#content/site.ts';
import { TEAM } from '#content/team.ts';
import { PAGE_TEMPLATES } from '#content/templates.ts';
import { TRIAL_DAYS, PLANS } from '#domain/plans.ts';

import { LivePreview } from './live-preview.tsx';
import { PlanCards } from './plan-cards.tsx';
import { ReceiptLine } from './receipt-line.tsx';

export const PlansSection = () => (
  <section className="band" id="pricing" aria-labelledby="pricing-title">
    <div className="wrap sec">
      <h2 className="d2" id="pricing-title">
        Three sizes of till.
      </h2>
      <p className="lead muted section-band__lead">
        Pick by what you sell in a month. Every plan begins with {TRIAL_DAYS} days free, without a credit card. Stripe
        takes its usual fee per sale; we add nothing to it.
      </p>
      <PlanCards
        getFeatures={(plan) => listImplementedFeatures(plan)}
        renderAction={({ popular }) => (
          <a className={buttonVariants(popular ? 'primary' : 'plain', 'md', 'plan__button')} href="/pricing">
            Start Free Trial
          </a>
        )}
      />
      <p className="muted section-band__footer">
        Building pages and trying payments in the sandbox is free for ever, with no plan at all.
      </p>
    </div>
  </section>
);

export const ClosingSection = () => (
  <section className="last on-enamel" aria-labelledby="last-title">
    <div className="wrap">
      <h2 className="d1" id="last-title">
        Open for business before the kettle boils.
      </h2>
      <div className="acts">
        <a className={buttonVariants('brass', 'lg')} href="/builder">
          Start for free
        </a>
        <a className={buttonVariants('enamel', 'lg')} href={SITE.salesEmailHref}>
          Talk to sales
        </a>
      </div>
    </div>
  </section>
);

const price = `$${PLANS.find(({ popular }) => popular)?.priceUsd}`;

/** A short version of the founders' story; the full story is at /about. */
export const FoundersSection = () => (
  <section className="wrap founders sec-end" aria-labelledby="founders-title">
    <CashRegisterIllustration displayText={price} label={`A green till showing ${price}`} />
    <div>
      <h2 className="d2" id="founders-title">
        Our story
      </h2>
      <div className="lead muted">
        <p>
          We, the founders, kept rebuilding the same page. A course, a zine, a membership: every time, a friend needed
          one page that took money and looked like them. Every time, the choice was a whole shop or a grey form with
          another company’s logo.
        </p>
        <p>
          So we made the tool that we wanted to hand over: one product, one page, your name on it. A wright is someone
          who makes things. We make tills.
        </p>
      </div>
      <a className="link" href="/about">
        Meet {TEAM.map(({ name }) => name).join(' and ')}
      </a>
    </div>
  </section>
);

const STEPS = [
  ['Sign up', 'email, password'],
  ['Your product', 'name, price'],
  ['Its looks', `${PAGE_TEMPLATES.length} templates`],
  ['Connect Stripe', 'once'],
  ['Publish, copy the link', '1 press'],
] as const;

/** The effort of a first page, as a receipt. */
const FirstPageReceipt = () => (
  <div className="torn-edge-shadow">
    <div className="tear receipt-text first-receipt">
      <p className="first-head">
        <b>Your first page</b>
        <span>what it takes</span>
      </p>
      <hr className="perf" />
      <ul className="lines">
        {STEPS.map(([name, effort]) => (
          <ReceiptLine key={name} name={name}>
            {effort}
          </ReceiptLine>
        ))}
      </ul>
      <hr className="perf" />
      <ul className="lines">
        <li className="first-total">
          <b>Total</b>
          <span className="dots" aria-hidden="true" />
          <b>under {FIRST_PAGE_MINUTES} min</b>
        </li>
        <ReceiptLine name="Credit card">none</ReceiptLine>
      </ul>
    </div>
  </div>
);

export function FirstPageSection({ title, text }: { title: string; text: string }) {
  return (
    <section className="wrap sec first" aria-labelledby="first-title">
      <div>
        <h2 className="d2" id="first-title">
          {title}.
        </h2>
        <p className="lead muted">{text}</p>
        <a className="link" href="/help#first-page">
          Read the first-page guide
        </a>
      </div>
      <FirstPageReceipt />
    </section>
  );
}

export function HeroSection() {
  return (
    <section className="hero on-enamel">
      <div className="wrap">
        <div className="hero-top">
          <h1 className="d1">Make your own till.</h1>
          <div>
            <p className="lead">
              {SITE.name} is a workshop for checkout pages. Fill in one form, choose a layout, share the link. Buyers
              pay straight to your own Stripe account.
            </p>
            <div className="acts">
              <a className={buttonVariants('brass', 'lg')} href="/builder">
                Start for free
              </a>
              <a className={buttonVariants('enamel', 'lg')} href="/checkout/demo">
                View demo
              </a>
            </div>
            <p className="small hero-note">{TRIAL_DAYS} days of selling, free. No credit card.</p>
          </div>
        </div>
        <LivePreview />
      </div>
    </section>
  );
}
