import '#app/checkout-page/checkout-page.css';
import '#app/checkout-page/result-page.css';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { EMAIL_PLACEHOLDER, type DemoDiscount } from '#app/checkout-page/enhance/demo-answers.ts';
import demoScript from '#app/checkout-page/enhance/demo-script.ts?worker&url';
import { FontLinks } from '#app/checkout-page/page-assets.tsx';
import { getPageStyle } from '#app/checkout-page/page-style.ts';
import { PaymentResult } from '#app/checkout-page/payment-result.tsx';
import { LogoMark } from '#app/components/logo-mark.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import type { DemoPage } from '#content/demo-pages.ts';
import { demoMessages } from '#content/messages/demo.ts';

import './demo.css';
import { SITE } from '#content/site.ts';

import {
  INVALID_COUPON_ERROR,
  getDemoPricing,
  getDemoAnswers,
  getDemoConfig,
  getDemoUrl,
  type DemoActionData,
  type DemoState,
} from './demo.ts';

const BOLD = { b: (text: string) => <b>{text}</b> };

/** Banner above the demo page: says what is real, and links to the builder. CSS hides the coupon hint after payment. */
function DemoBanner({ demo }: { demo: DemoPage }) {
  const [coupon] = demo.config.validCoupons;
  return (
    <aside className="demo-banner" aria-label={demoMessages.label}>
      <div className="demo-banner__row">
        <a className="demo-banner__brand" href="/" aria-label={SITE.name}>
          <LogoMark />
          <span>{SITE.name}</span>
        </a>
        <p>
          <RichText text={demoMessages.banner} tags={BOLD} />
          {coupon && (
            <span className="demo-banner__hint">
              {' '}
              <RichText text={demoMessages.coupon(coupon)} tags={BOLD} />
            </span>
          )}
        </p>
        <div className="demo-banner__actions">
          <a href={demo.otherDemo.href}>{demo.otherDemo.label}</a>
          <a className="demo-banner__button" href="/builder">
            {demoMessages.create}
          </a>
        </div>
      </div>
    </aside>
  );
}

type Props = { demo: DemoPage; demoState: DemoState; actionData: DemoActionData | undefined };

/** A demo checkout page that charges and stores nothing. */
export function DemoScreen(props: Props) {
  const { demo, demoState } = props;
  return (
    <>
      <FontLinks fonts={demo.config.fonts} />
      <DemoBanner demo={demo} />
      {demoState.step === 'open' && <DemoCheckout {...props} />}
      {demoState.step === 'processing' && <DemoProcessing demo={demo} demoState={demoState} />}
      {demoState.step === 'paid' && (
        <main className="co-document">
          <DemoPaymentResult demo={demo} discounted={demoState.discounted} email={null} today={demoState.today} />
        </main>
      )}
    </>
  );
}

function DemoCheckout({ demo, demoState, actionData }: Props) {
  const { code, path } = demoState;
  const discounted = actionData?.discounted === undefined ? demoState.discounted : actionData.discounted;
  const demoAnswers = getDemoAnswers(demo);
  const couponError = code && !discounted ? { coupon: INVALID_COUPON_ERROR.error } : {};
  return (
    <>
      <main className="co-document" data-demo={JSON.stringify(demoAnswers)}>
        <CheckoutPage
          config={getDemoConfig(demo)}
          sellerName={demo.sellerName}
          discounted={discounted}
          pay={{ slug: 'demo', version: 1, attempt: '', action: getDemoUrl(path, discounted?.code) }}
          errors={{ ...couponError, ...actionData?.errors }}
          values={{ ...(code ? { code } : {}), ...actionData?.values }}
        />
      </main>
      {[null, ...demoAnswers.discounts].map((discount) => (
        <template key={discount?.code ?? ''} data-coupon={discount?.code ?? ''}>
          <DemoPaymentResult demo={demo} discounted={discount} email={EMAIL_PLACEHOLDER} today={demoState.today} />
        </template>
      ))}
      <script type="module" src={demoScript} />
    </>
  );
}

type DemoPaymentResultProps = {
  demo: DemoPage;
  discounted: DemoDiscount | null;
  email: string | null;
  today: string;
};

const DemoPaymentResult = ({ demo, discounted, email, today }: DemoPaymentResultProps) => (
  <PaymentResult
    state="paid"
    page={{ ...getDemoConfig(demo), sellerName: demo.sellerName }}
    message={demo.config.successMessage}
    order={{
      number: 1,
      productName: demo.config.productName,
      currency: demo.config.currency,
      total: discounted?.total ?? getDemoPricing(demo).total,
      discount: discounted?.discount ?? 0,
      couponCode: discounted?.code ?? null,
      items: [{ name: demo.config.productName, quantity: 1, amount: getDemoPricing(demo).original }],
      email,
      createdAt: today,
      delivery: null,
      pending: null,
      subscription: null,
    }}
  />
);

/** Continues by itself: `demoMeta` sets the refresh. */
const DemoProcessing = ({ demo, demoState }: Pick<Props, 'demo' | 'demoState'>) => (
  <main className="co-document">
    <div className="co" style={getPageStyle(demo.config)}>
      <div className="co-result">
        <span className="co-seal" data-state="waiting" aria-hidden="true" />
        <div className="co-words" role="status">
          <h1>{demoMessages.processing.title}</h1>
          <p>
            <RichText
              text={demoMessages.processing.text}
              tags={{
                link: (text) => <a href={getDemoUrl(demoState.path, demoState.discounted?.code, 'paid')}>{text}</a>,
              }}
            />
          </p>
        </div>
      </div>
    </div>
  </main>
);
