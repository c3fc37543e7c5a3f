import { CURRENCIES } from '#domain/currencies.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';

import { SITE } from './site.ts';

/** The founders' story. It contains only verifiable facts: no customers, no numbers except the software's own. */
export const STORY: readonly string[] = [
  'For a century, every store had one machine that mattered: the cash register. You pressed a key, the price appeared in a window, and a receipt came out. Buyer and seller saw the same number.',
  'Online, that simplicity got lost. If you sell one thing, you get a shopping cart built for hundreds, a marketplace that puts its name above yours, or a cluttered form full of trackers. We sold our own work that way and didn’t like sending our buyers there.',
  `So we, the founders, built the checkout we wanted: one page, one product, and one clear price, in the seller’s own design. Payments go straight to the seller’s Stripe account, and we take no share. We called it ${SITE.name}: a till is a cash register, and a “wright” is someone who makes things.`,
];

/** Our principles; each can be verified in the product. */
export const PRINCIPLES: readonly { title: string; text: string }[] = [
  {
    title: 'Your page is yours',
    text: 'It has your text, your colors, and your fonts. Our logo isn’t on it.',
  },
  {
    title: 'Your money is yours',
    text: `It goes to your own Stripe account, in any of ${CURRENCIES.length} currencies. Stripe charges its usual fee. We add nothing.`,
  },
  {
    title: 'Buyers keep their privacy',
    text: 'Opening a checkout page sets no cookies and loads nothing from other companies, and the page works without JavaScript.',
  },
  {
    title: 'No lock-in',
    text: `Export your pages as files at any time. You can even run ${SITE.name} on your own server.`,
  },
  {
    title: 'Try before you pay',
    text: `Building pages is free forever. Try any plan free for ${TRIAL_DAYS} days, no credit card required.`,
  },
  {
    title: 'We never stop a sale',
    text: 'If you exceed your plan’s limit, that’s between you and us. Your buyers never notice.',
  },
];
