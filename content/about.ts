import { CURRENCIES } from '#domain/currencies.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';

import { SITE } from './site.ts';

/** The founders' story. It contains only verifiable facts: no customers, no numbers except the software's own. */
export const STORY: readonly string[] = [
  'For a hundred years a shop had one machine that mattered. It stood on the counter, it was heavy, and everybody understood it: you pressed a key, a figure went up in the window, a drawer opened, and a strip of paper said what had happened. Buyer and seller looked at the same number.',
  'Then shops moved into browsers, and the till got lost. What came instead was a cart for people who sell one thing, a marketplace that puts its own name over yours, or a form with too many boxes on it and too many companies listening. We made things ourselves, sold them that way, and did not like handing our buyers over to it.',
  `So we built the till that we wanted. One page, one product, one price that is the same number for both sides. It looks like the seller and not like us. Buyers pay straight into the seller’s own Stripe account; we are not in between, and take no share. We called it ${SITE.name}, because a wright is somebody who makes a useful thing by hand, and leaves it with you.`,
];

/** Our principles; each can be verified in the product. */
export const PRINCIPLES: readonly { title: string; text: string }[] = [
  {
    title: 'The page is yours',
    text: 'No logo of ours on it, no colors of ours. Your words, your accent, your fonts.',
  },
  {
    title: 'The money is yours',
    text: `It goes to your own Stripe account, in any of ${CURRENCIES.length} currencies. Stripe keeps its usual fee; we add none.`,
  },
  {
    title: 'Buyers are guests',
    text: 'A page sets no cookies, loads nothing from other companies and works with scripts switched off.',
  },
  {
    title: 'Nothing is ever held hostage',
    text: 'Pages can be exported as files. The whole shop runs on a machine of yours, if you like.',
  },
  {
    title: 'Look before you pay',
    text: `Building and trying payments in the sandbox is free for ever. A plan begins with ${TRIAL_DAYS} days without a card.`,
  },
  {
    title: 'No sale is ever stopped',
    text: 'A limit is a matter between you and us. A buyer at the counter never hears of it.',
  },
];
