import '#app/checkout-page/checkout-page.css';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { EMAIL_PLACE, type DemoDiscount } from '#app/checkout-page/demo-answers.ts';
import demoScript from '#app/checkout-page/demo.ts?worker&url';
import { fontPreloads, fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { pageStyle } from '#app/checkout-page/page-style.ts';
import { PaymentResult } from '#app/checkout-page/payment-result.tsx';
import type { DemoPage } from '#content/demo-pages.ts';

import { DemoNote } from './demo-note.tsx';
import {
  COUPON_REFUSAL,
  demoPricing,
  demoAnswers,
  demoConfig,
  demoHref,
  type DemoAnswer,
  type DemoVisit,
} from './demo-order.ts';
import './demo.css';

type Props = { demo: DemoPage; visit: DemoVisit; answer: DemoAnswer | undefined };

/** A demo checkout page that charges and stores nothing. */
export function DemoScreen(props: Props) {
  const { demo, visit } = props;
  const { fonts } = demo.config;
  return (
    <>
      {fontPreloads(fonts).map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
      ))}
      {fontStylesheets(fonts).map((href) => (
        <link key={href} rel="stylesheet" precedence="face" href={href} />
      ))}
      <DemoNote demo={demo} />
      {visit.step === 'open' && <OpenDemo {...props} />}
      {visit.step === 'processing' && <Processing demo={demo} visit={visit} />}
      {visit.step === 'paid' && (
        <main className="co-document">
          <Paid demo={demo} discounted={visit.discounted} email={null} today={visit.today} />
        </main>
      )}
    </>
  );
}

function OpenDemo({ demo, visit, answer }: Props) {
  const { code, discounted, path } = visit;
  const answers = demoAnswers(demo);
  const unknown = code && !discounted ? { coupon: COUPON_REFUSAL.error } : {};
  return (
    <>
      <main className="co-document" data-demo={JSON.stringify(answers)}>
        <CheckoutPage
          config={demoConfig(demo)}
          sellerName={demo.sellerName}
          discounted={discounted}
          pay={{ slug: 'demo', version: 1, attempt: '', action: demoHref(path, discounted?.code) }}
          problems={{ ...unknown, ...answer?.problems }}
          typed={{ ...(code ? { code } : {}), ...answer?.typed }}
        />
      </main>
      {[null, ...answers.discounts].map((discount) => (
        <template key={discount?.code ?? ''} data-coupon={discount?.code ?? ''}>
          <Paid demo={demo} discounted={discount} email={EMAIL_PLACE} today={visit.today} />
        </template>
      ))}
      <script type="module" src={demoScript} />
    </>
  );
}

type PaidProps = { demo: DemoPage; discounted: DemoDiscount | null; email: string | null; today: string };

const Paid = ({ demo, discounted, email, today }: PaidProps) => (
  <PaymentResult
    state="paid"
    page={{ ...demoConfig(demo), sellerName: demo.sellerName }}
    message={demo.config.successMessage}
    order={{
      number: 1,
      productName: demo.config.productName,
      currency: demo.config.currency,
      total: discounted?.total ?? demoPricing(demo).total,
      discount: discounted?.discount ?? 0,
      email,
      createdAt: today,
    }}
  />
);

/** Continues by itself: `demoMeta` sets the refresh. */
const Processing = ({ demo, visit }: Pick<Props, 'demo' | 'visit'>) => (
  <main className="co-document">
    <div className="co" style={pageStyle(demo.config)}>
      <div className="co-result">
        <span className="co-seal" data-state="waiting" aria-hidden="true" />
        <div className="co-words" role="status">
          <h1>Processing...</h1>
          <p>
            If nothing happens,{' '}
            <a href={demoHref(visit.path, visit.discounted?.code, 'paid')}>go on to the result</a>.
          </p>
        </div>
      </div>
    </div>
  </main>
);
