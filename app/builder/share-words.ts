import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCoupon } from '#domain/coupon.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { formatComputedPrice, formatPrice } from '#domain/price.ts';
import { calculatePricing } from '#domain/pricing.ts';
import type { ShareOptions } from '#domain/share-link.ts';
import { cleanLine } from '#domain/text.ts';

/** Text to share a link with. `subject` is null for messages without one. */
export type ShareMessage = { kind: string; subject: string | null; text: string };

const MAX_INTRODUCTION_LENGTH = 240;

/** Returns the beginning of the description, cut between words. */
function getIntroduction({ description }: CheckoutPageConfig): string {
  const characters = Array.from(cleanLine(description));
  if (characters.length <= MAX_INTRODUCTION_LENGTH) return characters.join('');
  const cut = characters.slice(0, MAX_INTRODUCTION_LENGTH).join('');
  return `${cut.replace(/\s\S*$/, '').replace(/[\s.,:;!?–—-]+$/, '')}…`;
}

/** Returns the config with the price option that the link selects. */
function applyPriceOption(config: CheckoutPageConfig, plan: string | null | undefined): CheckoutPageConfig {
  const option = config.priceOptions.others.find(({ id }) => id === plan && id !== BASE_OPTION);
  if (!option) return config;
  const { price, paymentType, billingFrequency } = option;
  return { ...config, price, paymentType, billingFrequency };
}

/** Returns `$49 USD`, or with a code `$39.20 USD with the code EARLY20 instead of $49.00 USD`. */
export function offerText(config: CheckoutPageConfig, { coupon, plan }: ShareOptions): string {
  const optionConfig = applyPriceOption(config, plan);
  if (config.payWhatYouWant.enabled) return 'Pay what you want';
  const validCoupon = coupon ? findCoupon(config.validCoupons, coupon) : undefined;
  const pricing = calculatePricing(optionConfig, validCoupon);
  if (!validCoupon || !('total' in pricing) || 'error' in pricing) return formatPrice(optionConfig);
  const [total, original] = [pricing.total, pricing.original].map((amount) =>
    formatComputedPrice(amount, optionConfig),
  );
  return `${total} with the code ${validCoupon.code} instead of ${original}`;
}

/** Creates an email, a post and a chat message in words that fit any page. */
export function createMessages(config: CheckoutPageConfig, link: string, linkOptions: ShareOptions): ShareMessage[] {
  const name = cleanLine(config.productName);
  const offer = offerText(config, linkOptions);
  const paragraphs = [getIntroduction(config), offer, link].filter(Boolean);
  return [
    {
      kind: 'Mail',
      subject: name,
      text: ['Hello,', `I would like to show you ${name}.`, ...paragraphs].join('\n\n'),
    },
    { kind: 'Post', subject: null, text: [name, ...paragraphs].join('\n\n') },
    { kind: 'Chat', subject: null, text: `${name} · ${offer}\n${link}` },
  ];
}
