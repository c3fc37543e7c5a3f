import { checkoutPageMessages, closedPageMessages } from '#content/messages/checkout-page.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { getBillingSuffix, formatPrice } from '#domain/format-price.ts';
import { formatAmount, parsePrice } from '#domain/money.ts';
import { getAmountLimits, listPriceOptions } from '#domain/offer.ts';
import { getSchedule } from '#domain/page-schedule.ts';
import { hasPaymentTerms } from '#domain/payment-terms.ts';
import { getInstallments, getTrialDays } from '#domain/quote.ts';
import { cleanLine, shortenText } from '#domain/text.ts';

import type { ClosedReason } from './closed-page.tsx';

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
type SchemaAvailability = 'InStock' | 'PreOrder' | 'SoldOut';

const MAX_DESCRIPTION_LENGTH = 160;
const IMAGE_SIZE = { width: 1200, height: 630 };

/** UN/CEFACT unit codes, as schema.org requires them. */
const UNIT_CODES = { weekly: 'WEE', monthly: 'MON', yearly: 'ANN' } as const;
const DAY_CODE = 'DAY';

/** Title, description, social tags and structured data of a page on sale. They never mention this product. */
export function checkoutMeta(page: DescribedPage, stock: SchemaAvailability = 'InStock') {
  const { config } = page;
  const title = getTitle(page);
  const name = cleanLine(config.productName);
  const description = getDescription(page);
  const url = getUrl(page);
  const image = `${getOrigin(page)}/og/${page.versionId}.png`;
  // A free trial or a setup fee changes what is due at once, not the price.
  const price = hasPaymentTerms(config) ? createPriceFields(config).price : formatAmount(page.amount, config.currency);
  const seller = getSeller(page);
  const alt = [title, describePrice(config)].join(' · ');
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...createIconTags(page),
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
    { 'script:ld+json': createProduct(page, image, stock) },
  ];
}

/**
 * Metadata of a page that takes no payments; it is not indexed. Pages that open later or are sold out keep their social
 * card. A page with paused payments stays indexed, so that it does not lose its rank.
 */
export function closedMeta(page: DescribedPage, reason: ClosedReason) {
  const robots = { name: 'robots', content: 'noindex' };
  if (reason === 'paused') return [{ title: getTitle(page) }, ...createIconTags(page)];
  if (reason !== 'early' && reason !== 'sold_out') return [{ title: getTitle(page) }, robots, ...createIconTags(page)];
  return [robots, ...checkoutMeta(page, reason === 'early' ? 'PreOrder' : 'SoldOut')];
}

/** Metadata of an unknown slug: the document redirects to the home page. */
export const missingMeta = () => [
  { title: closedPageMessages.missing.title },
  { name: 'robots', content: 'noindex' },
  { httpEquiv: 'refresh', content: '0;url=/?notice=page-not-found' },
];

const getUrl = ({ appUrl, slug, domainUrl }: DescribedPage): string =>
  domainUrl ? `${domainUrl}/` : `${appUrl}/c/${slug}`;

const getOrigin = ({ appUrl, domainUrl }: DescribedPage): string => domainUrl ?? appUrl;

const createIconTags = ({ config }: DescribedPage) =>
  config.logo ? [{ tagName: 'link', rel: 'icon', href: config.logo }] : [];

const getSeller = ({ sellerName }: DescribedPage): string => cleanLine(sellerName ?? '');

const getTitle = (page: DescribedPage): string =>
  [cleanLine(page.config.productName), getSeller(page)].filter(Boolean).join(' · ');

/** Returns the seller's description, at most 160 characters; title and price if there is none. */
const getDescription = (page: DescribedPage): string =>
  shortenText(
    cleanLine(page.config.description) || [getTitle(page), describePrice(page.config)].join(' · '),
    MAX_DESCRIPTION_LENGTH,
  );

/**
 * The page as a schema.org `Product`. Testimonials are left out: search engines forbid reviews that the seller selected
 * as `review` or `aggregateRating`.
 */
function createProduct(page: DescribedPage, socialImage: string, stock: SchemaAvailability) {
  const { config } = page;
  const seller = getSeller(page);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: cleanLine(config.productName),
    description: cleanLine(config.description) || undefined,
    image: config.productImage ? `${getOrigin(page)}${config.productImage}` : socialImage,
    ...(seller ? { brand: { '@type': 'Brand', name: seller } } : {}),
    offers: createOffers(page, stock),
  };
}

/** Returns one offer, or one per price option. */
function createOffers(page: DescribedPage, stock: SchemaAvailability) {
  const seller = getSeller(page);
  const common = {
    '@type': 'Offer',
    url: getUrl(page),
    priceCurrency: page.config.currency.toUpperCase(),
    availability: `https://schema.org/${stock}`,
    ...getOfferDates(page),
    ...(seller ? { seller: { '@type': 'Organization', name: seller } } : {}),
  };
  const options = listPriceOptions(page.config);
  const offers = options.map((option) => ({
    ...common,
    ...(options.length > 1 ? { name: option.name } : {}),
    ...createPriceFields({ ...page.config, ...option }),
  }));
  return offers.length > 1 ? offers : offers[0];
}

/** Returns the price; where buyers name it, the suggested price and the minimum. */
function createPriceFields(config: PublicCheckoutConfig) {
  const { payWhatYouWant, currency } = config;
  const price = formatPriceAmount(config.price, currency);
  const isRepeating = getBillingSuffix(config) !== '';
  if (!payWhatYouWant.enabled && !isRepeating) return { price };
  const priceSpecification = {
    '@type': isRepeating ? 'UnitPriceSpecification' : 'PriceSpecification',
    price,
    priceCurrency: currency.toUpperCase(),
    ...(isRepeating && describeBilling(config)),
    ...(payWhatYouWant.enabled && { minPrice: formatAmount(getAmountLimits(config).least, currency) }),
  };
  const before = listPricesBefore(config);
  return { price, priceSpecification: before.length > 0 ? [...before, priceSpecification] : priceSpecification };
}

const formatPriceAmount = (text: string, currency: string): string => {
  const parsed = parsePrice(text.trim(), currency);
  return formatAmount('amount' in parsed ? parsed.amount : 0, currency);
};

/** How often a price is paid; of a payment plan also how many times. */
const describeBilling = (config: PublicCheckoutConfig) => ({
  priceComponentType: `https://schema.org/${config.paymentType === 'payment-plan' ? 'Installment' : 'Subscription'}`,
  billingDuration: getInstallments(config) ?? 1,
  billingIncrement: 1,
  unitCode: UNIT_CODES[config.billingFrequency],
});

/** The setup fee and the free trial, which come before the first payment of a subscription. */
function listPricesBefore(config: PublicCheckoutConfig) {
  const { paymentType, paymentTerms, currency } = config;
  const common = { '@type': 'UnitPriceSpecification', priceCurrency: currency.toUpperCase() };
  const price = formatPriceAmount(paymentTerms.setupFee, currency);
  const hasFee = paymentType === 'subscription' && paymentTerms.setupFee !== '';
  const trialDays = getTrialDays(config);
  return [
    ...(hasFee ? [{ ...common, price, priceComponentType: 'https://schema.org/ActivationFee' }] : []),
    ...(trialDays > 0
      ? [
          {
            ...common,
            price: formatAmount(0, currency),
            priceComponentType: 'https://schema.org/Subscription',
            billingDuration: trialDays,
            billingIncrement: 1,
            unitCode: DAY_CODE,
          },
        ]
      : []),
  ];
}

/** Returns when the product can be bought and until when at this price. */
function getOfferDates({ config, countdownOver }: DescribedPage) {
  const { opensAt, closesAt } = getSchedule(config);
  const { enabled, atEnd, endsAt } = config.countdown;
  return {
    ...(opensAt ? { availabilityStarts: opensAt.toISOString() } : {}),
    ...(closesAt ? { availabilityEnds: closesAt.toISOString() } : {}),
    ...(enabled && atEnd === 'price' && endsAt && !countdownOver ? { priceValidUntil: endsAt } : {}),
  };
}

/** Describes the prices: `$29 USD/month or $290 USD/year`; a price that buyers name is not listed. */
function describePrice(config: PublicCheckoutConfig): string {
  if (config.payWhatYouWant.enabled) return checkoutPageMessages.payWhatYouWant;
  return checkoutPageMessages.prices(listPriceOptions(config).map((option) => formatPrice({ ...config, ...option })));
}
