import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const COUPONS_AND_DISCOUNTS: HelpCategory = {
  id: 'coupons-and-discounts',
  title: 'Coupons & Discounts',
  description: 'Making them, and what buyers see.',
  articles: [
    {
      id: 'make-a-coupon',
      question: 'How do I make a coupon?',
      answer: [
        {
          steps: [
            'Open Settings in the builder and switch on Enable coupon.',
            'Type a code. It is put into capitals for you.',
            'Choose percentage or fixed amount, type the discount, and add it.',
            'Publish. From then on buyers can use it.',
          ],
        },
        `A page keeps up to ${HELP_NUMBERS.coupons} coupons.`,
      ],
    },
    {
      id: 'percentage-or-fixed',
      question: 'Percentage or fixed amount: what is the difference?',
      answer: [
        'A percentage takes its share off the price, rounded to the smallest unit of the currency. A fixed amount is subtracted in the page’s currency, and never below zero.',
      ],
    },
    {
      id: 'two-coupons',
      question: 'Can a buyer use two coupons at once?',
      answer: ['No, one coupon for each purchase. A buyer can remove a code and try another one before paying.'],
    },
    {
      id: 'invalid-coupon',
      question: 'Why does a buyer read “Invalid coupon”?',
      answer: [
        'The code doesn’t match any of the page’s codes. Upper or lower case and blanks around the code don’t matter; everything else does. Also check that Enable coupon is on and that you have published since you added the code.',
        'In the builder, use Test a coupon to apply a code as a buyer would. A wrong code never keeps anybody from paying the full price.',
      ],
    },
    {
      id: 'coupon-below-minimum',
      question: `Why can’t I make a coupon that leaves less than ${HELP_NUMBERS.minCharge}?`,
      answer: [
        `Stripe does not charge cards less than ${HELP_NUMBERS.minCharge}, or about as much in other currencies. A coupon may take the price to exactly zero: the order then completes without a card. Anything in between is refused when you add the coupon, so that no buyer meets it.`,
      ],
    },
    {
      id: 'coupon-on-subscription',
      question: 'How long does a coupon last on a subscription?',
      answer: [
        'As long as the subscription does: every payment is reduced. A discount for the first payment only is not part of Tillwright yet.',
      ],
    },
    {
      id: 'who-sees-codes',
      question: 'Can buyers find my codes in the page?',
      answer: [
        'No. Codes never leave the server: a page asks whether a typed code is valid and gets the new price or a no. Guessing is slowed down.',
      ],
    },
    {
      id: 'coupon-expiry',
      question: 'Can a coupon expire, or be used only so many times?',
      answer: [
        'Yes. Open Limits while you add or edit the coupon and set what you need:',
        {
          list: [
            'Starts and Ends: date, time and time zone. Before and after, the code is refused with the reason.',
            'Total uses: once they are used up, the code is no longer accepted, even if several buyers pay at the same time.',
            'Uses per buyer: counted by email address, so buyers enter theirs before they apply the code.',
            'Minimum order amount: the code isn’t accepted below this amount.',
          ],
        },
        'A use is held while somebody pays, and comes back when Stripe says that they did not. Publish to let limits take effect.',
      ],
    },
    {
      id: 'coupon-figures',
      question: 'What became of a code?',
      answer: [
        'In Settings each coupon says whether it is scheduled, active, ended or used up, how often it was used, how many are paying with it now, and what you earned with it.',
        'The chain beside a code copies a link with which the page opens with the coupon applied.',
      ],
      links: [{ label: 'Can a coupon expire?', href: '/help#coupon-expiry' }],
    },
  ],
};
