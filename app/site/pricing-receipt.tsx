import { DEMO_PAGE } from '#content/sample-pages.ts';
import { SITE } from '#content/site.ts';
import { amountText } from '#domain/money.ts';
import { PROVIDER_FIGURES, usualFee } from '#domain/provider-figures.ts';

const { productName, price } = DEMO_PAGE.config;
const CENTS = Number(price) * 100;
const FEE = usualFee(CENTS);
const { cardPercent, cardFixedCents, internationalPercent, conversionPercent } = PROVIDER_FIGURES;

const usd = (cents: number): string => amountText(cents, 'USD');

const Line = ({ name, children }: { name: string; children: React.ReactNode }) => (
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
        Stripe’s usual fee for a card of your own country. Cards from abroad usually add{' '}
        {internationalPercent} %, converting a currency {conversionPercent} %.
      </p>
    </div>
    <div className="tear-wrap">
      <div className="tear receipt-type pricing-receipt">
        <ul className="lines">
          <Line name={productName}>{usd(CENTS)}</Line>
          <Line name={`Stripe, ${cardPercent} % + ${usd(cardFixedCents)}`}>
            <span className="neg">−{usd(FEE)}</span>
          </Line>
          <Line name={SITE.name}>{usd(0)}</Line>
        </ul>
        <hr className="perf" />
        <ul className="lines pricing-yours">
          <Line name="Yours, USD">{usd(CENTS - FEE)}</Line>
        </ul>
      </div>
    </div>
  </section>
);
