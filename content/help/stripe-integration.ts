import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const STRIPE_INTEGRATION: HelpCategory = {
  id: 'stripe-integration',
  title: 'Stripe Integration',
  description: 'Connect your account, and learn about fees, payouts, and refunds.',
  articles: [
    {
      id: 'connect-stripe',
      question: 'How do I connect Stripe?',
      answer: [
        {
          steps: [
            'In the builder’s Stripe banner, click Create Stripe account or Use existing account. If there’s only Connect Stripe, click that. Stripe opens in a new tab.',
            'For a new account, answer Stripe’s questions. For an existing one, sign in to Stripe and allow access.',
            'Stripe then brings you back to your page in the builder.',
          ],
        },
        'If the banner shows only Connect Stripe, connecting creates a new Stripe account, even if you already have one.',
        'You connect once for all of your pages. We never see your bank details or your Stripe password.',
      ],
    },
    {
      id: 'continue-onboarding',
      question: 'What does “Onboarding Incomplete” mean?',
      answer: [
        'Stripe needs more information before you can be paid, often proof of identity or a bank account. Click Continue Onboarding, and Stripe shows you exactly what’s missing.',
        'If you’ve just finished, give Stripe a minute. The builder checks again each time you come back.',
      ],
    },
    {
      id: 'fees',
      question: 'What does a payment cost me?',
      answer: [
        `Stripe usually charges ${HELP_NUMBERS.cardFee} for a card payment. International cards usually add ${HELP_NUMBERS.international}, and currency conversion adds ${HELP_NUMBERS.conversion}. On a ${HELP_NUMBERS.example.price} sale, the fee is about ${HELP_NUMBERS.example.fee}, and you receive ${HELP_NUMBERS.example.remainder}.`,
        'Tillwright adds no product fees. You pay us only for your plan.',
        'Stripe sets these fees, and they vary by country and card. See Stripe’s pricing for your country. If your price is in your country’s currency, the builder estimates the fee below it.',
      ],
      links: [{ label: 'Stripe’s pricing', href: 'https://stripe.com/pricing' }],
    },
    {
      id: 'payouts',
      question: 'When does the money reach my bank?',
      answer: [
        `Stripe typically pays out ${HELP_NUMBERS.payoutDays} days after a sale. Your first payout often takes longer. You can change the payout schedule in your Stripe dashboard.`,
        'Payments go straight into your own Stripe account and never pass through ours.',
      ],
    },
    {
      id: 'currencies',
      question: 'Which currencies can I charge in?',
      answer: [
        `Stripe supports ${HELP_NUMBERS.currencies}+ currencies, and you can choose one of ${HELP_NUMBERS.currencies} for each page. New pages start with ${HELP_NUMBERS.currency}. Buyers are charged in the currency of the page.`,
        'If your bank account uses another currency, Stripe converts the payout and usually charges a conversion fee.',
      ],
    },
    {
      id: 'smallest-price',
      question: 'Is there a minimum or maximum price?',
      answer: [
        `Stripe’s minimum is ${HELP_NUMBERS.minCharge}, or a similar amount in other currencies. A total of exactly zero works too: the order completes without a card. The maximum for one payment is ${HELP_NUMBERS.maxCharge}, or the same number in another currency.`,
      ],
    },
    {
      id: 'payment-methods',
      question: 'How can buyers pay?',
      answer: [
        'On Stripe’s checkout page, with everything you’ve turned on in your Stripe dashboard: cards, Apple Pay, Google Pay, iDEAL, Klarna, bank debits, vouchers, and more. Stripe shows each buyer the ones that fit their country, currency, and amount. Some methods have a minimum or maximum amount, and Stripe shows them only for amounts in that range.',
        'In the builder, open Settings and then Payment methods. You can turn off individual methods, or offer only cards and wallets. Older pages offer only cards and wallets until you change this setting.',
        'Subscriptions can only be paid with methods that Stripe can charge again.',
      ],
      links: [{ label: 'Open the builder', href: '/builder' }],
    },
    {
      id: 'delayed-payments',
      question: 'Why is an order pending?',
      answer: [
        'Bank debits take several business days to arrive. With a voucher, such as Multibanco or Boleto, the buyer pays later or the voucher expires. Until then, the order is pending, and its stock and coupon stay reserved. We email the buyer what to do, and we email you both if the money doesn’t arrive. After a month, we mark the order as failed.',
        `If your page has limited stock or closes within ${HELP_NUMBERS.delayedPaymentDays} days, it only accepts payments that arrive right away. You can also turn this on for any page. A payment counts toward your plan’s sales limit in the month it arrives.`,
        'For some refunds, Stripe emails the buyer to ask for their bank details. Boleto and OXXO payments can’t be refunded through Stripe: return the money another way, then click “Mark as refunded elsewhere” on the order. A bank debit that the buyer’s bank returns is always lost.',
      ],
    },
    {
      id: 'refund-a-buyer',
      question: 'How do I refund a buyer?',
      answer: [
        'Open the order under Orders and click Refund. You can refund all or part of a payment. Refunds you make in your Stripe dashboard also appear on the order.',
        'If the buyer bought more than one unit, you can also choose how many to refund. Each unit is refunded at its share of what was paid, and the last one at whatever is left. Refunded units don’t go back into your stock: to sell them again, raise the stock in the builder.',
        'If you refund an item in full, the buyer’s access to what it delivered ends. To let them keep it, turn off “End access to what was delivered” in the dialog. We email the buyer about the refund, and what they no longer have access to. Other partial refunds don’t change access.',
        `Refunds take ${HELP_NUMBERS.refundDays} business days to reach the buyer, depending on their bank. Stripe usually doesn’t return its fee.`,
      ],
      links: [{ label: 'Orders', href: '/orders' }],
    },
    {
      id: 'disputes',
      question: 'What happens when a buyer disputes a payment?',
      answer: [
        'We email you, and you respond with evidence in your Stripe dashboard. The order in Tillwright shows what you can use: what the buyer agreed to, the version of the page they bought from, when they accepted your terms, and when they downloaded what you delivered.',
        'While a dispute is open, the buyer’s access to what you delivered is paused. If you win, it comes back; if you lose, it ends. Nothing changes for a bank inquiry.',
      ],
    },
    {
      id: 'disconnected',
      question: 'What if my Stripe account is restricted or disconnected?',
      answer: [
        'Your pages stay online, but buyers see that they aren’t accepting payments. You can keep editing your drafts. Your pages accept payments again as soon as Stripe allows charges.',
        'If you disconnected your account, the builder offers to reconnect it. Your orders stay, even if you connect a different account.',
      ],
    },
  ],
};
