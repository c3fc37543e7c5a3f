import type { MetaDescriptor } from 'react-router';

import { DEMO_PAY_DELAY_MS } from '#app/checkout-page/demo-answers.ts';
import type { DemoPage } from '#content/demo-pages.ts';

import { demoHref, type DemoVisit } from './demo-order.ts';
import { pageMeta, titled } from './page-meta.ts';

const STEP_TITLES = { processing: 'Processing...', paid: 'Payment Successful!' } as const;

/** Only the canonical URL is indexed. The processing step continues with a meta refresh. */
export function demoMeta(demo: DemoPage, visit: DemoVisit | undefined): MetaDescriptor[] {
  if (!visit) return [];
  const { step, path, discounted } = visit;
  if (step === 'open')
    return [
      ...pageMeta({
        title: titled(`Demo checkout: ${demo.config.productName}`),
        description: demo.about,
        url: visit.appUrl + demo.address,
      }),
      ...(visit.isCanonical ? [] : [{ name: 'robots', content: 'noindex' }]),
    ];
  const paid = demoHref(path, discounted?.code, 'paid');
  return [
    ...pageMeta({ title: STEP_TITLES[step] }),
    ...(step === 'processing'
      ? [{ httpEquiv: 'refresh', content: `${DEMO_PAY_DELAY_MS / 1000};url=${paid}` }]
      : []),
  ];
}
