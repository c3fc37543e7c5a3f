import { buttonVariants } from '#app/components/button.tsx';
import { CashRegisterIllustration } from '#app/components/cash-register-illustration.tsx';
import { homeMessages } from '#content/messages/home.ts';
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
        {homeMessages.plans.title}
      </h2>
      <p className="lead muted section-band__lead">{homeMessages.plans.lead({ trialDays: TRIAL_DAYS })}</p>
      <PlanCards
        getFeatures={(plan) => listImplementedFeatures(plan)}
        renderAction={({ popular }) => (
          <a className={buttonVariants(popular ? 'primary' : 'plain', 'md', 'plan__button')} href="/pricing">
            {homeMessages.plans.start}
          </a>
        )}
      />
      <p className="muted section-band__footer">{homeMessages.plans.note}</p>
    </div>
  </section>
);

export const ClosingSection = () => (
  <section className="last on-enamel" aria-labelledby="last-title">
    <div className="wrap">
      <h2 className="d1" id="last-title">
        {homeMessages.closing.title}
      </h2>
      <div className="acts">
        <a className={buttonVariants('brass', 'lg')} href="/builder">
          {homeMessages.closing.start}
        </a>
        <a className={buttonVariants('enamel', 'lg')} href={SITE.salesEmailHref}>
          {homeMessages.closing.sales}
        </a>
      </div>
    </div>
  </section>
);

const price = `$${PLANS.find(({ popular }) => popular)?.priceUsd}`;

const FOUNDERS = new Intl.ListFormat('en').format(TEAM.map(({ name }) => name));

/** A short version of the founders' story; the full story is at /about. */
export const FoundersSection = () => (
  <section className="wrap founders sec-end" aria-labelledby="founders-title">
    <CashRegisterIllustration displayText={price} label={homeMessages.founders.illustration({ price })} />
    <div>
      <h2 className="d2" id="founders-title">
        {homeMessages.founders.title}
      </h2>
      <div className="lead muted">
        {homeMessages.founders.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <a className="link" href="/about">
        {homeMessages.founders.link({ names: FOUNDERS })}
      </a>
    </div>
  </section>
);

const FIRST_PAGE = homeMessages.firstPage;

/** The effort of a first page, as a receipt. */
const FirstPageReceipt = () => (
  <div className="torn-edge-shadow">
    <div className="tear receipt-text first-receipt">
      <p className="first-head">
        <b>{FIRST_PAGE.receiptTitle}</b>
        <span>{FIRST_PAGE.receiptSubtitle}</span>
      </p>
      <hr className="perf" />
      <ul className="lines">
        {FIRST_PAGE.steps({ templates: PAGE_TEMPLATES.length }).map(({ name, effort }) => (
          <ReceiptLine key={name} name={name}>
            {effort}
          </ReceiptLine>
        ))}
      </ul>
      <hr className="perf" />
      <ul className="lines">
        <li className="first-total">
          <b>{FIRST_PAGE.total}</b>
          <span className="dots" aria-hidden="true" />
          <b>{FIRST_PAGE.duration({ minutes: FIRST_PAGE_MINUTES })}</b>
        </li>
        <ReceiptLine name={FIRST_PAGE.creditCard}>{FIRST_PAGE.noCreditCard}</ReceiptLine>
      </ul>
    </div>
  </div>
);

export function FirstPageSection({ title, text }: { title: string; text: string }) {
  return (
    <section className="wrap sec first" aria-labelledby="first-title">
      <div>
        <h2 className="d2" id="first-title">
          {title}
        </h2>
        <p className="lead muted">{text}</p>
        <a className="link" href="/help#first-page">
          {FIRST_PAGE.guide}
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
          <h1 className="d1">{homeMessages.hero.title}</h1>
          <div>
            <p className="lead">{homeMessages.hero.lead({ siteName: SITE.name })}</p>
            <div className="acts">
              <a className={buttonVariants('brass', 'lg')} href="/builder">
                {homeMessages.hero.start}
              </a>
              <a className={buttonVariants('enamel', 'lg')} href="/checkout/demo">
                {homeMessages.hero.demo}
              </a>
            </div>
            <p className="small hero-note">{homeMessages.hero.note({ trialDays: TRIAL_DAYS })}</p>
          </div>
        </div>
        <LivePreview />
      </div>
    </section>
  );
}
