import { formatWholeUsd } from './mail-figures.ts';
import type { EmailBlock } from './mail-words.ts';

const describeLimitConsent = (to: string): string =>
  `If your sales of a month pass the limit, we move you to ${to} and charge the difference for the rest of your billing month at once. In the trial, or without a card, nothing is charged. No sale is ever stopped.`;

/** Terms of the sales limit that every seller with a limit agreed to. Repeated in each email about it. */
export const LIMIT_CONSENT: EmailBlock = {
  kind: 'consent',
  text: describeLimitConsent('the next plan that fits'),
};

/** The same with the plan's name, and its price in US cents. */
export const createLimitConsent = (plan: string, price: number): EmailBlock => ({
  kind: 'consent',
  text: describeLimitConsent(`${plan} (${formatWholeUsd(price)} a month)`),
});
