import { DEMO_PAGE } from '#content/sample-pages.ts';
import { SITE } from '#content/site.ts';
import { formatAmount } from '#domain/money.ts';
import { STRIPE_TERMS, calculateUsualFee } from '#domain/provider-figures.ts';

const { productName, price } = DEMO_PAGE.config;
const PRICE_CENTS = Number(price) * 100;
const FEE_CENTS = calculateUsualFee(PRICE_CENTS);
const { cardPercent, cardFixedCents, internationalPercent, conversionPercent } = STRIPE_TERMS;

const formatUsd = (cents: number): string => formatAmount(cents, 'USD');

const ReceiptLine = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <li>
    <span>{name}</span>
    <span className="dots" aria-hidden="true" />
    <span>{children}</span>
  </li>
);

/** A receipt that shows what a seller keeps of a sale after fees. */
export const PricingReceipt = () => (
  <section className="wrap sec pricing-sum" aria-labelledby="sum-title">
    <div>
      <h2 className="d2" id="sum-title">
        What a sale at ${price} leaves you.
      </h2>
      <p className="lead muted">
        Stripe’s fee is the only one per sale. A plan is a flat price a month, whatever you charge.
      </p>
      <p className="small muted">
        Stripe’s usual fee for a card of your own country. Cards from abroad usually add {internationalPercent} %,
        converting a currency {conversionPercent} %.
      </p>
    </div>
    <div className="tear-wrap">
      <div className="tear receipt-type pricing-receipt">
        <ul className="lines">
          <ReceiptLine name={productName}>{formatUsd(PRICE_CENTS)}</ReceiptLine>
          <ReceiptLine name={`Stripe, ${cardPercent} % + ${formatUsd(cardFixedCents)}`}>
            <span className="neg">−{formatUsd(FEE_CENTS)}</span>
          </ReceiptLine>
          <ReceiptLine name={SITE.name}>{formatUsd(0)}</ReceiptLine>
        </ul>
        <hr className="perf" />
        <ul className="lines pricing-yours">
          <ReceiptLine name="Yours, USD">{formatUsd(PRICE_CENTS - FEE_CENTS)}</ReceiptLine>
        </ul>
      </div>
    </div>
  </section>
);
