import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const STRIPE_INTEGRATION: HelpCategory = {
  id: 'stripe-integration',
  title: 'Stripe Integration',
  description: 'Your account, the fees, and when the money comes.',
  articles: [
    {
      id: 'connect-stripe',
      question: 'How do I connect Stripe?',
      answer: [
        {
          steps: [
            'In the builder, choose Create a new account or Connect an existing account. Stripe’s own pages open in a new tab.',
            'For a new account, answer Stripe’s questions. For an existing one, sign in to Stripe and allow access.',
            'Stripe sends you back to the builder, which then says Stripe account connected.',
          ],
        },
        'Some sites only offer Connect Stripe. There, connecting creates a new Stripe account, even if you already have one.',
        'One connection serves all of your pages. We never see your bank details or your Stripe password.',
      ],
    },
    {
      id: 'continue-onboarding',
      question: 'It says Onboarding Incomplete. What now?',
      answer: [
        'Stripe still needs something before you can be paid: often an identity check, a bank account or one more page of its form. Press Continue Onboarding, and Stripe shows exactly what is missing.',
        'If you have just finished, give Stripe a minute. The builder asks Stripe again each time you come back.',
      ],
    },
    {
      id: 'fees',
      question: 'What does a payment cost me?',
      answer: [
        `Stripe usually keeps ${HELP_NUMBERS.cardFee} of a card payment. A card from another country usually adds ${HELP_NUMBERS.international}, converting a currency ${HELP_NUMBERS.conversion}. Of a sale of ${HELP_NUMBERS.example.price} that is about ${HELP_NUMBERS.example.fee}, and ${HELP_NUMBERS.example.remainder} reach you.`,
        'Tillwright adds no product fees: we take no share of your sales, only the price of your plan.',
        'These are Stripe’s usual figures and not ours to decide. They differ by country and card; Stripe’s price list for your country holds.',
      ],
      links: [{ label: 'Stripe’s price list', href: 'https://stripe.com/pricing' }],
    },
    {
      id: 'payouts',
      question: 'When does the money reach my bank?',
      answer: [
        `Stripe typically pays out ${HELP_NUMBERS.payoutDays} days after a sale. A first payout often takes longer, and you can change the rhythm in your Stripe dashboard.`,
        'The money is yours from the first moment: it is paid into your own Stripe account and never passes through ours.',
      ],
    },
    {
      id: 'currencies',
      question: 'Which currencies can I charge in?',
      answer: [
        `Stripe charges in ${HELP_NUMBERS.currencies}+ currencies, and ${HELP_NUMBERS.currencies} of them can be chosen for a page. A new page starts with ${HELP_NUMBERS.currency}. Each page has one currency, and buyers are charged in exactly that one.`,
        'If your bank account holds another currency, Stripe converts the payout and usually takes its conversion fee.',
      ],
    },
    {
      id: 'smallest-price',
      question: 'Is there a smallest or largest price?',
      answer: [
        `Stripe’s minimum in US dollars is ${HELP_NUMBERS.minCharge}, and about as much in other currencies. A total of exactly zero is fine: the order completes without a card. The most that one payment can be is ${HELP_NUMBERS.maxCharge}, or as many units of another currency.`,
      ],
    },
    {
      id: 'payment-methods',
      question: 'How can buyers pay?',
      answer: [
        'By card, on Stripe’s own page. Stripe may also show wallets that pay with a card, such as Apple Pay or Google Pay, where the buyer’s device has them. Bank debits and payment in instalments are not part of Tillwright yet.',
      ],
    },
    {
      id: 'refund-a-buyer',
      question: 'How do I refund a buyer?',
      answer: [
        'Open the order under Orders and press Refund. You can give back all of a payment or a part of it. A refund that you make in your Stripe dashboard is shown in the order, too.',
        `The money is back on the buyer’s card in ${HELP_NUMBERS.refundDays} business days, depending on their bank. Stripe usually does not return its fee.`,
      ],
    },
    {
      id: 'disputes',
      question: 'A buyer disputes a payment. What happens?',
      answer: [
        'Stripe tells you by email and asks for evidence in your Stripe dashboard. The dispute is between you, the buyer’s bank and Stripe. The order shows what you can use as evidence: what the buyer agreed to, the page as it was, and when the terms were accepted.',
      ],
    },
    {
      id: 'disconnected',
      question: 'What if Stripe restricts or disconnects my account?',
      answer: [
        'Your pages stay at their addresses and say that they are not accepting payments at the moment. Nobody is charged. Your drafts can still be edited. As soon as Stripe lets you charge again, the same pages sell again.',
        'If you disconnected your account, the builder offers to reconnect your previous account first. Your orders stay, whichever account you connect.',
      ],
    },
  ],
};
