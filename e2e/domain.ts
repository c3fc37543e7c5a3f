import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import {
  uniqueName,
  createSeller,
  completeOnboarding,
  publishPage,
  createPageConfig,
  type PublishedPage,
  type Seller,
} from './seller.ts';
import type { RunningApp } from './shop-process.ts';

export type DomainPage = PublishedPage & {
  seller: Seller;
  host: string;
  domainUrl: string;
  domainId: string;
};

/** Publishes a page at a custom domain under localhost, which counts as verified on this machine. */
export async function createDomainPage(
  app: RunningApp,
  overrides: Partial<CheckoutPageConfig> = {},
): Promise<DomainPage> {
  const seller = await createSeller(app);
  await completeOnboarding(seller, 'submit', (url) => url.replace(/^https:\/\/[^/]+/, app.url));
  await seller.call('create-subscription', { planId: 'growth' });
  const published = await publishPage(seller, createPageConfig(overrides));
  const host = `${uniqueName('pay')}.shop.localhost`;
  const { domain } = await seller.call('add-domain', { host, pageId: published.pageId });
  return { ...published, seller, host, domainUrl: `${domain.url}/`, domainId: domain.id };
}
