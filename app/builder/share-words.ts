import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCoupon } from '#domain/coupon.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { computedPriceText, priceText } from '#domain/price.ts';
import { pricingOf } from '#domain/pricing.ts';
import type { ShareWish } from '#domain/share-link.ts';
import { cleanLine } from '#domain/text.ts';

/** Text to share a link with. `subject` is null for messages without one. */
export type ShareMessage = { kind: string; subject: string | null; text: string };

const LONGEST_INTRODUCTION = 240;

/** Returns the beginning of the description, cut between words. */
function introductionOf({ description }: CheckoutPageConfig): string {
  const letters = Array.from(cleanLine(description));
  if (letters.length <= LONGEST_INTRODUCTION) return letters.join('');
  const cut = letters.slice(0, LONGEST_INTRODUCTION).join('');
  return `${cut.replace(/\s\S*$/, '').replace(/[\s.,:;!?–—-]+$/, '')}…`;
}

/** Returns the config with the price option that the link selects. */
function pricedConfig(config: CheckoutPageConfig, plan: string | null | undefined): CheckoutPageConfig {
  const chosen = config.priceOptions.others.find(({ id }) => id === plan && id !== BASE_OPTION);
  if (!chosen) return config;
  const { price, paymentType, billingFrequency } = chosen;
  return { ...config, price, paymentType, billingFrequency };
}

/** Returns `$49 USD`, or with a code `$39.20 USD with the code EARLY20 instead of $49.00 USD`. */
export function offerText(config: CheckoutPageConfig, { coupon, plan }: ShareWish): string {
  const priced = pricedConfig(config, plan);
  if (config.payWhatYouWant.enabled) return 'Pay what you want';
  const found = coupon ? findCoupon(config.validCoupons, coupon) : undefined;
  const pricing = pricingOf(priced, found);
  if (!found || !('total' in pricing) || 'problem' in pricing) return priceText(priced);
  const [total, original] = [pricing.total, pricing.original].map((amount) =>
    computedPriceText(amount, priced),
  );
  return `${total} with the code ${found.code} instead of ${original}`;
}

/** Creates an email, a post and a chat message in words that fit any page. */
export function messagesOf(config: CheckoutPageConfig, link: string, wish: ShareWish): ShareMessage[] {
  const name = cleanLine(config.productName);
  const offer = offerText(config, wish);
  const paragraphs = [introductionOf(config), offer, link].filter(Boolean);
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
