import { buttonVariants } from '#app/components/button.tsx';
import { pricingMessages } from '#content/messages/pricing.ts';
import { describeSalesLimit, PLAN_COMPARISON } from '#content/plan-comparison.ts';
import { PRICING_FAQ } from '#content/pricing-faq.ts';
import { listPlanFeatures } from '#content/product-claims.ts';
import { DEMO_PAGE } from '#content/sample-pages.ts';
import { SITE } from '#content/site.ts';
import { formatAmount } from '#domain/money.ts';
import { TRIAL_DAYS, type Plan, PLANS } from '#domain/plans.ts';
import { STRIPE_TERMS, calculateUsualFee } from '#domain/stripe-terms.ts';

import { CheckIcon } from './check-icon.tsx';
import { FaqSection } from './faq-section.tsx';
import { PlanCards } from './plan-cards.tsx';
import { ReceiptLine } from './receipt-line.tsx';

const { comparison: COMPARISON, fee: FEE } = pricingMessages;

const ComparisonCell = ({ cell }: { cell: string | boolean }) => {
  if (typeof cell === 'string') return <td>{cell}</td>;
  return (
    <td>
      {cell ? <CheckIcon /> : <span aria-hidden="true">–</span>}
      <span className="vh">{cell ? COMPARISON.included : COMPARISON.notIncluded}</span>
    </td>
  );
};

const PricingTable = () => (
  <section className="wrap sec-end">
    <h2 className="h1 pricing-head" id="compared-title">
      {COMPARISON.title}
    </h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access */}
    <div className="sheet compared" role="region" aria-labelledby="compared-title" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{COMPARISON.feature}</th>
            {PLANS.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PLAN_COMPARISON.map(({ label, isComing: coming, cells }) => (
            <tr key={label}>
              <th scope="row">
                {label} {coming && <span className="badge">{pricingMessages.card.comingSoon}</span>}
              </th>
              {cells.map(({ id, cell }) => (
                <ComparisonCell key={id} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);

const { productName, price } = DEMO_PAGE.config;
const PRICE_CENTS = Number(price) * 100;
const FEE_CENTS = calculateUsualFee(PRICE_CENTS);
const { cardPercent, cardFixedCents, internationalPercent, conversionPercent } = STRIPE_TERMS;

const formatUsd = (cents: number): string => formatAmount(cents, 'USD');

/** A receipt that shows what a seller keeps of a sale after fees. */
const PricingReceipt = () => (
  <section className="wrap sec pricing-sum" aria-labelledby="sum-title">
    <div>
      <h2 className="d2" id="sum-title">
        {FEE.title({ price: `$${price}` })}
      </h2>
      <p className="lead muted">{FEE.lead}</p>
      <p className="small muted">
        {FEE.note({ international: `${internationalPercent}%`, conversion: `${conversionPercent}%` })}
      </p>
    </div>
    <div className="torn-edge-shadow">
      <div className="tear receipt-text pricing-receipt">
        <ul className="lines">
          <ReceiptLine name={productName}>{formatUsd(PRICE_CENTS)}</ReceiptLine>
          <ReceiptLine name={FEE.stripe({ percent: `${cardPercent}%`, fixed: formatUsd(cardFixedCents) })}>
            <span className="neg">−{formatUsd(FEE_CENTS)}</span>
          </ReceiptLine>
          <ReceiptLine name={SITE.name}>{formatUsd(0)}</ReceiptLine>
        </ul>
        <hr className="perf" />
        <ul className="lines pricing-yours">
          <ReceiptLine name={FEE.total}>{formatUsd(PRICE_CENTS - FEE_CENTS)}</ReceiptLine>
        </ul>
      </div>
    </div>
  </section>
);

/** Without JavaScript the button is a link. The document contains both session states, so it is the same for everyone. */
const TrialButton = ({ plan }: { plan: Plan }) => {
  const variant = plan.popular ? 'primary' : 'plain';
  const label = pricingMessages.startTrial({ trialDays: TRIAL_DAYS });
  return (
    <div className="plan-act">
      <p className="small muted">{describeSalesLimit(plan)}</p>
      <a
        className={buttonVariants(variant, 'md', 'plan__button when-out')}
        href={`/auth?tab=sign-up&plan=${plan.id}`}
        data-trial={plan.id}
      >
        {label}
      </a>
      <a className={buttonVariants(variant, 'md', 'plan__button when-in')} href="/builder" data-trial={plan.id}>
        {label}
      </a>
    </div>
  );
};

export const PricingScreen = () => (
  <main id="main">
    <section className="wrap pricing-top" aria-labelledby="plans-title">
      <h1 className="d2">{pricingMessages.title}</h1>
      <p className="lead muted">{pricingMessages.lead({ trialDays: TRIAL_DAYS })}</p>
      <h2 className="vh" id="plans-title">
        {pricingMessages.plansTitle}
      </h2>
      <PlanCards getFeatures={(plan) => listPlanFeatures(plan)} renderAction={(plan) => <TrialButton plan={plan} />} />
    </section>
    <PricingReceipt />
    <PricingTable />
    <div className="band">
      <FaqSection title={pricingMessages.faqTitle} questions={PRICING_FAQ} />
    </div>
  </main>
);
