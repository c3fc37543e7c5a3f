import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { amountText } from '#domain/money.ts';
import { billingSuffix, priceText } from '#domain/price.ts';
import { cleanLine } from '#domain/text.ts';

/** A published page, as its metadata tell of it. `amount` in minor units; `appUrl` is our public origin. */
export type DescribedPage = {
  appUrl: string;
  slug: string;
  versionId: string;
  config: PublicCheckoutConfig;
  sellerName: string | null;
  amount: number;
};

const MOST_DESCRIBED = 160;
const IMAGE_SIZE = { width: 1200, height: 630 };

/** Codes of UN/CEFACT, as schema.org wants them. */
const UNIT_CODES = { weekly: 'WEE', monthly: 'MON', yearly: 'ANN' } as const;

/** Title, description, social tags and structured data of a page on sale. Nothing in them is about us. */
export function checkoutMeta(page: DescribedPage) {
  const { config, appUrl } = page;
  const title = titleOf(page);
  const name = cleanLine(config.productName);
  const description = descriptionOf(page);
  const url = urlOf(page);
  const image = `${appUrl}/og/${page.versionId}.png`;
  const price = amountText(page.amount, config.currency);
  const seller = cleanLine(page.sellerName ?? '');
  const alt = [title, priceText(config)].join(' · ');
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...iconOf(page),
    { property: 'og:type', content: 'product' },
    ...(seller ? [{ property: 'og:site_name', content: seller }] : []),
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(IMAGE_SIZE.width) },
    { property: 'og:image:height', content: String(IMAGE_SIZE.height) },
    { property: 'og:image:alt', content: alt },
    { property: 'product:price:amount', content: price },
    { property: 'product:price:currency', content: config.currency },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: name },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: alt },
    { 'script:ld+json': productOf(page, price, image) },
  ];
}

/** A page that takes no money now: what it is, and that it is not to be indexed; no offer. */
export const closedMeta = (page: DescribedPage) => [
  { title: titleOf(page) },
  { name: 'robots', content: 'noindex' },
  ...iconOf(page),
];

/** An address without a page: it leads to the front page by itself. */
export const missingMeta = () => [
  { title: 'Page not found' },
  { name: 'robots', content: 'noindex' },
  { httpEquiv: 'refresh', content: '0;url=/?notice=page-not-found' },
];

const urlOf = ({ appUrl, slug }: DescribedPage): string => `${appUrl}/c/${slug}`;

const iconOf = ({ config }: DescribedPage) =>
  config.logo ? [{ tagName: 'link', rel: 'icon', href: config.logo }] : [];

const titleOf = ({ config, sellerName }: DescribedPage): string =>
  [config.productName, sellerName ?? ''].map(cleanLine).filter(Boolean).join(' · ');

/** The seller's own words, at most 160 characters and cut between words; without any, the title and the price. */
function descriptionOf(page: DescribedPage): string {
  const text = cleanLine(page.config.description) || [titleOf(page), priceText(page.config)].join(' · ');
  const letters = Array.from(text);
  if (letters.length <= MOST_DESCRIBED) return text;
  const cut = letters.slice(0, MOST_DESCRIBED - 1).join('');
  const whole = letters[MOST_DESCRIBED - 1] === ' ' ? cut : cut.replace(/\s\S*$/, '');
  return `${whole.replace(/[\s.,:;!?–—-]+$/, '')}…`;
}

/**
 * The page as a `Product` of schema.org. Testimonials are left out: search engines forbid reviews of a seller's own
 * choosing as `review` or `aggregateRating`.
 */
function productOf(page: DescribedPage, price: string, socialImage: string) {
  const { config, appUrl } = page;
  const seller = cleanLine(page.sellerName ?? '');
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: cleanLine(config.productName),
    description: cleanLine(config.description) || undefined,
    image: config.productImage ? `${appUrl}${config.productImage}` : socialImage,
    ...(seller ? { brand: { '@type': 'Brand', name: seller } } : {}),
    offers: {
      '@type': 'Offer',
      url: urlOf(page),
      price,
      priceCurrency: config.currency.toUpperCase(),
      availability: 'https://schema.org/InStock',
      ...(seller ? { seller: { '@type': 'Organization', name: seller } } : {}),
      ...(billingSuffix(config) ? { priceSpecification: subscriptionOf(config, price) } : {}),
    },
  };
}

const subscriptionOf = (config: PublicCheckoutConfig, price: string) => ({
  '@type': 'UnitPriceSpecification',
  priceComponentType: 'https://schema.org/Subscription',
  price,
  priceCurrency: config.currency.toUpperCase(),
  billingDuration: 1,
  billingIncrement: 1,
  unitCode: UNIT_CODES[config.billingFrequency],
});
