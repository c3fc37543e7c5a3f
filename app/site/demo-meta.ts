import type { MetaDescriptor } from 'react-router';

import { DEMO_PAY_DELAY_MS } from '#app/checkout-page/demo-answers.ts';
import type { DemoPage } from '#content/demo-pages.ts';

import { getDemoUrl, type DemoState } from './demo-order.ts';
import { pageMeta, withSiteName } from './page-meta.ts';

const STEP_TITLES = { processing: 'Processing...', paid: 'Payment Successful!' } as const;

/** Only the canonical URL is indexed. The processing step continues with a meta refresh. */
export function demoMeta(demo: DemoPage, demoState: DemoState | undefined): MetaDescriptor[] {
  if (!demoState) return [];
  const { step, path, discounted } = demoState;
  if (step === 'open')
    return [
      ...pageMeta({
        title: withSiteName(`Demo checkout: ${demo.config.productName}`),
        description: demo.description,
        url: demoState.appUrl + demo.path,
      }),
      ...(demoState.isCanonical ? [] : [{ name: 'robots', content: 'noindex' }]),
    ];
  const paidUrl = getDemoUrl(path, discounted?.code, 'paid');
  return [
    ...pageMeta({ title: STEP_TITLES[step] }),
    ...(step === 'processing' ? [{ httpEquiv: 'refresh', content: `${DEMO_PAY_DELAY_MS / 1000};url=${paidUrl}` }] : []),
  ];
}
