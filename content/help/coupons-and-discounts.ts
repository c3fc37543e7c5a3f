import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const COUPONS_AND_DISCOUNTS: HelpCategory = {
  id: 'coupons-and-discounts',
  title: 'Coupons & Discounts',
  description: 'Create coupons, limit them, and see how they perform.',
  articles: [
    {
      id: 'make-a-coupon',
      question: 'How do I create a coupon?',
      answer: [
        {
          steps: [
            'Open Settings in the builder and turn on Enable coupon.',
            'Type a code. It’s converted to capital letters.',
            'Choose a percentage or a fixed amount, enter the discount, and add the coupon.',
            'Publish the page. Buyers can use the coupon from then on.',
          ],
        },
        `A page can have up to ${HELP_NUMBERS.coupons} coupons.`,
      ],
    },
    {
      id: 'percentage-or-fixed',
      question: 'What’s the difference between a percentage and a fixed amount?',
      answer: [
        'A percentage reduces the price by that share, rounded to the smallest unit of the currency. A fixed amount is subtracted in the page’s currency. The price never drops below zero.',
        'If buyers choose the quantity, a percentage reduces the total of all units, and a fixed amount is subtracted once per order. A minimum order amount is compared with that total.',
      ],
      links: [{ label: 'Quantities', href: '/help#quantities' }],
    },
    {
      id: 'coupons-and-extras',
      question: 'Does a coupon also reduce the price of extras?',
      answer: [
        'Only if you want it to. When your page has extras, choose what each coupon applies to: “Product only” or “Product and extras.” A minimum order amount is always compared with the price of the product.',
        'On a subscription, a coupon takes the same amount off every payment, so it never applies to an extra that’s charged once.',
      ],
      links: [{ label: 'Extras', href: '/help#extras' }],
    },
    {
      id: 'single-use-codes',
      question: 'How do I give each person their own code?',
      answer: [
        {
          steps: [
            'Open Settings in the builder and add a coupon. Under “Buyers use,” choose “Single-use codes,” and enter a code prefix, such as FAIR.',
            'In the list of coupons, click the tickets next to the coupon, enter how many codes you need, and click Create codes.',
            'Click Export CSV for a file with all codes, whether each was used, and in which order.',
            'Publish the page. Each code can be used once from then on.',
          ],
        },
        `You can create up to ${HELP_NUMBERS.newCodes} codes at a time and up to ${HELP_NUMBERS.codesPerPage} on a page, for up to ${HELP_NUMBERS.batches} such coupons. All codes of a coupon share its discount, dates, and minimum order amount. You can delete unused codes in the same place.`,
        'In analytics and in the filter of your orders, sales with these codes appear under the code prefix.',
      ],
    },
    {
      id: 'two-coupons',
      question: 'Can a buyer use two coupons at once?',
      answer: ['No, only one coupon per purchase. Buyers can remove a code and try another one before they pay.'],
    },
    {
      id: 'invalid-coupon',
      question: 'Why does a buyer see “Invalid coupon”?',
      answer: [
        'The code doesn’t match any of the page’s codes. Capitalization and spaces around the code don’t matter; everything else does. Check that Enable coupon is on, that the coupon isn’t paused, and that you’ve published the page since you added the code.',
        'In the builder, use Test a coupon to try a code as a buyer would. An invalid code never stops a buyer from paying the full price.',
      ],
    },
    {
      id: 'coupon-below-minimum',
      question: `Why can’t I create a coupon that leaves less than ${HELP_NUMBERS.minCharge}?`,
      answer: [
        `Stripe doesn’t charge cards less than ${HELP_NUMBERS.minCharge}, or a similar amount in other currencies. A coupon can reduce the price to exactly zero; the order then completes without a card. A coupon that leaves anything in between is rejected when you add it.`,
      ],
    },
    {
      id: 'coupon-on-subscription',
      question: 'How long does a coupon last on a subscription?',
      answer: [
        'As long as the subscription lasts, unless you limit it to the first payments. Later payments are charged at the full price.',
        'Stripe counts several payments in months, so they need a monthly price. For a weekly or yearly price, a coupon can be for the first payment or for all payments. If a price of the page has a free trial or is a payment plan, a coupon must be for all payments.',
        'Before they pay, buyers see both prices and how long the lower one lasts. Their receipts and their purchases say when the full price starts. If the coupon makes the first payments free, buyers still enter a card for the later ones.',
      ],
    },
    {
      id: 'who-sees-codes',
      question: 'Can buyers find my codes in the page?',
      answer: [
        'No. Codes stay on our server. When a buyer enters a code, our server checks it and returns the new price. Attempts are limited to prevent guessing.',
      ],
    },
    {
      id: 'coupon-expiry',
      question: 'Can a coupon expire or have a usage limit?',
      answer: [
        'Yes. Open the limits when you add or edit a coupon. You can set:',
        {
          list: [
            'Start and end, each with a date and time. Outside that period, the code is rejected, and the buyer sees why.',
            'Total uses: once the code is fully redeemed, it’s no longer accepted, even if several buyers pay at the same time.',
            'Uses per buyer: counted by email address, so buyers must enter theirs before they apply the code.',
            'Minimum order amount: the code isn’t accepted below this amount.',
          ],
        },
        'A use is reserved while a buyer is paying and released if the payment doesn’t go through. Publish the page to apply new limits.',
      ],
    },
    {
      id: 'coupon-buyers',
      question: 'Can I make a coupon for certain buyers only?',
      answer: [
        'Yes. Open the limits of the coupon and choose who can use it:',
        {
          list: [
            'New buyers: people who haven’t bought anything from you yet, on any of your pages.',
            'Buyers of a page: people who have bought the page that you choose, for example to offer them an upgrade.',
          ],
        },
        'Buyers are recognized by the email address that they enter on your page, and are checked when they pay. A free order counts as a purchase, and a refunded one still does. An order doesn’t count if its payment failed or if you deleted the customer’s data.',
        'A new buyer could start several checkouts before paying for one of them. To allow only one discounted order, limit the uses per buyer to one as well.',
      ],
      links: [{ label: 'Can a coupon expire?', href: '/help#coupon-expiry' }],
    },
    {
      id: 'pause-a-coupon',
      question: 'Can I turn off a single coupon for a while?',
      answer: [
        'Yes. Click the pause icon next to its code and publish the page. Buyers then see “Invalid coupon,” as for a code that doesn’t exist. Its limits and its number of uses stay. Click the icon again and publish the page to accept the code again.',
        'Buyers who had already started to pay can still finish with the discount.',
        'To remember what a coupon is for, add a note in its limits. Buyers never see it.',
      ],
    },
    {
      id: 'coupon-figures',
      question: 'How do I see how a coupon performs?',
      answer: [
        'In Settings, each coupon shows whether it’s scheduled, active, paused, ended, or fully redeemed, how often it was used, how many buyers are paying with it right now, and how much revenue it brought in.',
        'Click the link icon next to a code to copy a link that opens the page with the coupon already applied.',
      ],
      links: [{ label: 'Can a coupon expire?', href: '/help#coupon-expiry' }],
    },
  ],
};
