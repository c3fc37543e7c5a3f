import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { freshWord, newSeller, onboard, publish, samplePage, type Published, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

export type AtDomain = Published & {
  seller: Seller;
  host: string;
  domainUrl: string;
  domainId: string;
};

/** Publishes a page at a custom domain under localhost, which counts as verified on this machine. */
export async function pageAtDomain(shop: Shop, change: Partial<CheckoutPageConfig> = {}): Promise<AtDomain> {
  const seller = await newSeller(shop);
  await onboard(seller, 'submit', (url) => url.replace(/^https:\/\/[^/]+/, shop.url));
  await seller.call('create-subscription', { planId: 'growth' });
  const published = await publish(seller, samplePage(change));
  const host = `${freshWord('pay')}.shop.localhost`;
  const { domain } = await seller.call('add-domain', { host, pageId: published.pageId });
  return { ...published, seller, host, domainUrl: `${domain.url}/`, domainId: domain.id };
}
