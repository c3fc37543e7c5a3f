import { PURCHASES_LINK_MINUTES, PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const FREQUENTLY_ASKED_QUESTIONS: HelpCategory = {
  id: 'frequently-asked-questions',
  title: 'Frequently Asked Questions',
  description: 'Short answers to what people ask before they begin.',
  articles: [
    {
      id: 'do-i-need-code',
      question: 'Do I need to code?',
      answer: [
        'No. You fill in a form and watch the page change beside it. There is no code to write, and none to paste.',
      ],
    },
    {
      id: 'how-many-pages',
      question: 'How many pages can I publish?',
      answer: ['As many as you like, on every plan. Each page sells one product.'],
    },
    {
      id: 'share-of-sales',
      question: 'Do you take a share of my sales?',
      answer: [
        'No. You pay for your plan, and Stripe keeps its usual fee of each payment. There is nothing in between.',
      ],
      links: [{ label: 'What a payment costs', href: '/help#fees' }],
    },
    {
      id: 'delivery',
      question: 'How do buyers get what they bought?',
      answer: [
        `From you. After paying they read your success message, up to ${HELP_NUMBERS.successMessage} characters: say what happens next and by when. Their email address stands in the order, so that you can send the file, the invitation or the date.`,
        'Delivering files by itself is not part of Tillwright yet.',
      ],
    },
    {
      id: 'subscriptions',
      question: 'Can I sell subscriptions?',
      answer: [
        'Yes: weekly, monthly or yearly. Stripe charges the card by itself each time. Buyers can end their subscription by themselves on their own page, and take that back while it still runs.',
      ],
      links: [{ label: 'How buyers cancel', href: '/help#buyers-cancel' }],
    },
    {
      id: 'slack-and-discord',
      question: 'Can a sale show up in Slack or Discord?',
      answer: [
        'Yes. Make an incoming webhook for the channel in Slack or Discord, open Integrations here, press Add webhook, paste its address and choose Slack or Discord under Format. Each event is one sentence in the channel then.',
      ],
      links: [{ label: 'Open Integrations', href: '/integrations' }],
    },
    {
      id: 'webhook-paused',
      question: 'Why is my webhook paused?',
      answer: [
        `Because nothing had arrived for ${HELP_NUMBERS.webhookPausedAfter} although we tried, or because the address answered that it is gone. You got a mail about it. What has happened since waits for it, for ${HELP_NUMBERS.webhookLog}.`,
        {
          steps: [
            'Open the webhook under Integrations, then the newest delivery: it shows what your program answered, or why it could not be reached.',
            'Mend that.',
            'Press Resume. What waits goes out, in order.',
          ],
        },
        `What was given up before stands in the log for ${HELP_NUMBERS.webhookLog}, and Redeliver failed events sends it again.`,
      ],
    },
    {
      id: 'api',
      question: 'Is there an API?',
      answer: [
        `Yes, on every plan: whatever can be done on the screens a program can do, with ${HELP_NUMBERS.apiRateLimit} requests a minute, and ${HELP_NUMBERS.apiRateLimitPro} on Pro. There is a command line as well, for whoever keeps pages as files.`,
      ],
      links: [
        { label: 'How to use the API', href: '/developers' },
        { label: 'Create API key', href: '/integrations' },
      ],
    },
    {
      id: 'phones',
      question: 'Do pages work on phones?',
      answer: [
        'Yes, all three layouts, on phones and tablets as well as on wide screens. Look at each in the preview.',
      ],
    },
    {
      id: 'without-javascript',
      question: 'What if a buyer’s browser blocks scripts?',
      answer: [
        'The page works all the same: it shows, takes a coupon, asks for the terms and leads on to Stripe. The script only makes that smoother.',
      ],
    },
    {
      id: 'page-languages',
      question: 'In which languages can my page be?',
      answer: [
        'What you write can be in any language and script, also from right to left. The page’s own words, such as Email, Coupon code and Apply, are in English so far. Stripe’s page speaks the language of the buyer’s browser.',
      ],
    },
    {
      id: 'leave',
      question: 'What do I lose if I leave?',
      answer: [
        'Nothing that is yours. Money, customers and subscriptions are in your own Stripe account. Pages can be exported as files.',
      ],
    },
    {
      id: 'self-host',
      question: 'Can I run Tillwright on my own machine?',
      answer: [
        'Yes. One command starts it with its own database and a complete payment sandbox, without an account anywhere. With a Stripe key and PostgreSQL it takes real money.',
      ],
    },
    {
      id: 'contact',
      question: 'How do I reach a person?',
      answer: [
        `Write to us. On Starter you have an answer within ${HELP_NUMBERS.supportStarter} hours, on Growth within ${HELP_NUMBERS.supportGrowth}. Name the address of the page that it is about; never send passwords or card numbers.`,
      ],
    },
    {
      id: 'buyers-purchases',
      question: 'I bought something. Where is my receipt?',
      answer: [
        `On Your purchases. Type the email address that you paid with, and we mail you a link. It works once, within ${PURCHASES_LINK_MINUTES} minutes; there is no account and no password.`,
        `There you see everything that was bought with this address, from every seller here: what you paid, what was refunded, and a receipt for each purchase that you can print. It stays open in your browser for ${PURCHASES_SESSION_HOURS} hours, or until you sign out.`,
        'No mail came? Look among the unwanted ones, and try the other addresses that you use: nothing is mailed to an address that nothing was bought with.',
      ],
      links: [{ label: 'Your purchases', href: '/purchases' }],
    },
    {
      id: 'buyers-cancel',
      question: 'I bought a subscription. How do I cancel it?',
      answer: [
        {
          steps: [
            'Open Your purchases and have a link mailed to you.',
            'Press Cancel beside the subscription. The next page says until when you keep what you have paid for.',
            'Press Cancel subscription. Nothing more is taken.',
          ],
        },
        'You can press Resume until that day. Your card is changed there as well, and a payment that has failed can be paid. Only the seller can give money back: their address stands beside what you bought.',
      ],
      links: [{ label: 'Your purchases', href: '/purchases' }],
    },
  ],
};
