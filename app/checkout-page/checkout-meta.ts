import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { amountText, parsePrice } from '#domain/money.ts';
import { amountBounds, optionsOf, scheduleOf } from '#domain/offer.ts';
import { billingSuffix, priceText } from '#domain/price.ts';
import { cleanLine } from '#domain/text.ts';

import type { ClosedBecause } from './closed-page.tsx';

/**
 * A published page as described by its metadata. `amount` is in minor units; `appUrl` is the app's public origin;
 * `domainUrl` is the root of the seller's custom domain, which then is the only host in the metadata.
 */
export type DescribedPage = {
  appUrl: string;
  slug: string;
  versionId: string;
  config: PublicCheckoutConfig;
  sellerName: string | null;
  domainUrl?: string | null;
  amount: number;
  countdownOver?: boolean;
};

/** Values of schema.org's `ItemAvailability`. */
type Stock = 'InStock' | 'PreOrder' | 'SoldOut';

const MOST_DESCRIBED = 160;
const IMAGE_SIZE = { width: 1200, height: 630 };

/** UN/CEFACT unit codes, as schema.org requires them. */
const UNIT_CODES = { weekly: 'WEE', monthly: 'MON', yearly: 'ANN' } as const;

/** Title, description, social tags and structured data of a page on sale. They never mention this product. */
export function checkoutMeta(page: DescribedPage, stock: Stock = 'InStock') {
  const { config } = page;
  const title = titleOf(page);
  const name = cleanLine(config.productName);
  const description = descriptionOf(page);
  const url = urlOf(page);
  const image = `${originOf(page)}/og/${page.versionId}.png`;
  const price = amountText(page.amount, config.currency);
  const seller = cleanLine(page.sellerName ?? '');
  const alt = [title, priceWords(config)].join(' · ');
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
    { 'script:ld+json': productOf(page, image, stock) },
  ];
}

/**
 * Metadata of a page that takes no payments; it is not indexed. Pages that open later or are sold out keep their social
 * card. A page with paused payments stays indexed, so that it does not lose its rank.
 */
export function closedMeta(page: DescribedPage, because: ClosedBecause) {
  const robots = { name: 'robots', content: 'noindex' };
  if (because === 'paused') return [{ title: titleOf(page) }, ...iconOf(page)];
  if (because !== 'early' && because !== 'sold_out')
    return [{ title: titleOf(page) }, robots, ...iconOf(page)];
  return [robots, ...checkoutMeta(page, because === 'early' ? 'PreOrder' : 'SoldOut')];
}

/** Metadata of an unknown slug: the document redirects to the home page. */
export const missingMeta = () => [
  { title: 'Page not found' },
  { name: 'robots', content: 'noindex' },
  { httpEquiv: 'refresh', content: '0;url=/?notice=page-not-found' },
];

const urlOf = ({ appUrl, slug, domainUrl }: DescribedPage): string =>
  domainUrl ? `${domainUrl}/` : `${appUrl}/c/${slug}`;

const originOf = ({ appUrl, domainUrl }: DescribedPage): string => domainUrl ?? appUrl;

const iconOf = ({ config }: DescribedPage) =>
  config.logo ? [{ tagName: 'link', rel: 'icon', href: config.logo }] : [];

const titleOf = ({ config, sellerName }: DescribedPage): string =>
  [config.productName, sellerName ?? ''].map(cleanLine).filter(Boolean).join(' · ');

/** Returns the seller's description, at most 160 characters, cut between words; title and price if there is none. */
function descriptionOf(page: DescribedPage): string {
  const text = cleanLine(page.config.description) || [titleOf(page), priceWords(page.config)].join(' · ');
  const letters = Array.from(text);
  if (letters.length <= MOST_DESCRIBED) return text;
  const cut = letters.slice(0, MOST_DESCRIBED - 1).join('');
  const whole = letters[MOST_DESCRIBED - 1] === ' ' ? cut : cut.replace(/\s\S*$/, '');
  return `${whole.replace(/[\s.,:;!?–—-]+$/, '')}…`;
}

/**
 * The page as a schema.org `Product`. Testimonials are left out: search engines forbid reviews that the seller selected
 * as `review` or `aggregateRating`.
 */
function productOf(page: DescribedPage, socialImage: string, stock: Stock) {
  const { config } = page;
  const seller = cleanLine(page.sellerName ?? '');
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: cleanLine(config.productName),
    description: cleanLine(config.description) || undefined,
    image: config.productImage ? `${originOf(page)}${config.productImage}` : socialImage,
    ...(seller ? { brand: { '@type': 'Brand', name: seller } } : {}),
    offers: offersOf(page, stock),
  };
}

/** Returns one offer, or one per price option. */
function offersOf(page: DescribedPage, stock: Stock) {
  const seller = cleanLine(page.sellerName ?? '');
  const common = {
    '@type': 'Offer',
    url: urlOf(page),
    priceCurrency: page.config.currency.toUpperCase(),
    availability: `https://schema.org/${stock}`,
    ...datesOf(page),
    ...(seller ? { seller: { '@type': 'Organization', name: seller } } : {}),
  };
  const options = optionsOf(page.config);
  const offers = options.map((option) => ({
    ...common,
    ...(options.length > 1 ? { name: option.name } : {}),
    ...priceOf({ ...page.config, ...option }),
  }));
  return offers.length > 1 ? offers : offers[0];
}

/** Returns the price; where buyers name it, the suggested price and the minimum. */
function priceOf(config: PublicCheckoutConfig) {
  const { payWhatYouWant, currency, price: typed } = config;
  const parsed = parsePrice(typed.trim(), currency);
  const price = amountText('amount' in parsed ? parsed.amount : 0, currency);
  const isNamed = payWhatYouWant.enabled;
  if (!isNamed && !billingSuffix(config)) return { price };
  const minPrice = isNamed ? { minPrice: amountText(amountBounds(config).least, currency) } : {};
  return { price, priceSpecification: { ...specificationOf(config, price), ...minPrice } };
}

const specificationOf = (config: PublicCheckoutConfig, price: string) => ({
  '@type': billingSuffix(config) ? 'UnitPriceSpecification' : 'PriceSpecification',
  price,
  priceCurrency: config.currency.toUpperCase(),
  ...(billingSuffix(config) ? subscriptionOf(config) : {}),
});

const subscriptionOf = ({ billingFrequency }: PublicCheckoutConfig) => ({
  priceComponentType: 'https://schema.org/Subscription',
  billingDuration: 1,
  billingIncrement: 1,
  unitCode: UNIT_CODES[billingFrequency],
});

/** Returns when the product can be bought and until when at this price. */
function datesOf({ config, countdownOver }: DescribedPage) {
  const { opensAt, closesAt } = scheduleOf(config);
  const { enabled, atEnd, endsAt } = config.countdown;
  return {
    ...(opensAt ? { availabilityStarts: opensAt.toISOString() } : {}),
    ...(closesAt ? { availabilityEnds: closesAt.toISOString() } : {}),
    ...(enabled && atEnd === 'price' && endsAt && !countdownOver ? { priceValidUntil: endsAt } : {}),
  };
}

/** Describes the prices: `$29 USD/month or $290 USD/year`; a price that buyers name is not listed. */
function priceWords(config: PublicCheckoutConfig): string {
  if (config.payWhatYouWant.enabled) return 'Pay what you want';
  return optionsOf(config)
    .map((option) => priceText({ ...config, ...option }))
    .join(' or ');
}
