import { CONFIRM_DAYS } from '#domain/deliverable.ts';
import { PURCHASES_LINK_MINUTES, PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const FREQUENTLY_ASKED_QUESTIONS: HelpCategory = {
  id: 'frequently-asked-questions',
  title: 'Frequently Asked Questions',
  description: 'Quick answers for sellers and buyers.',
  articles: [
    {
      id: 'do-i-need-code',
      question: 'Do I need to code?',
      answer: ['No. You fill in a form, and the page updates as you type. You don’t need a developer.'],
    },
    {
      id: 'how-many-pages',
      question: 'How many pages can I publish?',
      answer: [
        'As many as you like: checkout pages are unlimited on every plan. Each page sells one product, or a bundle of several.',
      ],
    },
    {
      id: 'share-of-sales',
      question: 'Do you take a share of my sales?',
      answer: ['No. You pay for your plan, and Stripe charges its usual fee for each payment. We add nothing on top.'],
      links: [{ label: 'What a payment costs', href: '/help#fees' }],
    },
    {
      id: 'delivery',
      question: 'How do buyers get what they bought?',
      answer: [
        'Automatically, if you add it to the page: files, license keys, a private link, or a text. Buyers get it on the page they see after paying and by email, and can find it again under Your purchases. They don’t need an account.',
        `Anything else comes from you. After paying, buyers see your success message of up to ${HELP_NUMBERS.successMessage} characters: tell them what happens next, and when. Their email address is on the order.`,
      ],
      links: [
        { label: 'See what was delivered', href: '/help#see-what-was-delivered' },
        { label: 'How much storage you have', href: '/help#file-storage' },
      ],
    },
    {
      id: 'subscriptions',
      question: 'Can I sell subscriptions?',
      answer: [
        'Yes: weekly, monthly, or yearly, with or without a free trial or a setup fee. Stripe charges the buyer automatically. Buyers can cancel their subscription themselves, and resume it until it ends.',
      ],
      links: [
        { label: 'How buyers cancel', href: '/help#buyers-cancel' },
        { label: 'Offer a free trial', href: '/help#free-trials' },
        { label: 'Let buyers pay in installments', href: '/help#payment-plans' },
      ],
    },
    {
      id: 'slack-and-discord',
      question: 'Can I get sales in Slack or Discord?',
      answer: [
        'Yes. Create an incoming webhook for a channel in Slack or Discord. Then open Integrations from the Settings menu, click Add webhook, paste the channel’s URL, and choose Slack or Discord as the format. Each event is posted as a one-line message.',
      ],
      links: [{ label: 'Open Integrations', href: '/integrations' }],
    },
    {
      id: 'webhook-paused',
      question: 'Why is my webhook paused?',
      answer: [
        `Because every delivery failed for ${HELP_NUMBERS.webhookPausedAfter}, or because your server responded that the URL no longer exists. We emailed you when it was paused. New events are kept for ${HELP_NUMBERS.webhookLog}.`,
        {
          steps: [
            'Open the webhook under Integrations, then its latest delivery, to see the response or the connection error.',
            'Fix the problem in your app.',
            'Click Resume. Pending events are sent in order.',
          ],
        },
        `Deliveries that failed earlier stay in the log for ${HELP_NUMBERS.webhookLog}. You can redeliver them from the webhook’s page.`,
      ],
    },
    {
      id: 'api',
      question: 'Is there an API?',
      answer: [
        `Yes, on every plan. You can manage pages, coupons, orders, and more, with up to ${HELP_NUMBERS.apiRateLimit} requests per minute, or ${HELP_NUMBERS.apiRateLimitPro} on Pro. There’s also a command-line tool.`,
      ],
      links: [
        { label: 'API documentation', href: '/developers' },
        { label: 'Create an API key', href: '/integrations' },
      ],
    },
    {
      id: 'phones',
      question: 'Do pages work on phones?',
      answer: [
        'Yes. All three layouts work on phones, tablets, and desktop screens. You can check each in the preview.',
      ],
    },
    {
      id: 'without-javascript',
      question: 'What if a buyer’s browser blocks JavaScript?',
      answer: [
        'The page still works: buyers can apply a coupon, accept your terms, and continue to Stripe. JavaScript only makes checkout smoother.',
      ],
    },
    {
      id: 'leave',
      question: 'What happens to my data if I leave?',
      answer: [
        'Your payments, customers, and subscriptions stay in your own Stripe account. You can export your pages as files, download your files, and download all of your account data.',
      ],
    },
    {
      id: 'self-host',
      question: 'Can I run Tillwright on my own server?',
      answer: [
        'Yes. One command starts it with its own database and a complete payment sandbox, with no accounts needed. To take real payments, add a Stripe key and PostgreSQL.',
      ],
    },
    {
      id: 'contact',
      question: 'How do I contact support?',
      answer: [
        `Click Contact support below. On Starter, we respond within ${HELP_NUMBERS.supportStarter} hours, and on Growth within ${HELP_NUMBERS.supportGrowth} hours. Include the URL of the page it’s about, and never send passwords or card numbers.`,
      ],
    },
    {
      id: 'buyers-purchases',
      question: 'I bought something. Where is my receipt?',
      answer: [
        `We emailed it to you, and you can find it under Your purchases. Enter the email address you paid with, and we email you a link. It works once, within ${PURCHASES_LINK_MINUTES} minutes. You don’t need an account or a password.`,
        `You’ll see everything you bought with this address, from all sellers on this site: what you paid, any refunds, and a printable receipt for each purchase. You stay signed in on this browser for ${PURCHASES_SESSION_HOURS} hours, or until you sign out.`,
        'If you don’t get an email, check your spam folder and try your other email addresses. We only send a link if there’s a purchase with that address.',
      ],
      links: [{ label: 'Your purchases', href: '/purchases' }],
    },
    {
      id: 'find-what-was-bought',
      question: 'Where do buyers find what they bought?',
      answer: [
        'Right after paying, on the page they return to. It shows the files, license keys, and links only in the browser they paid with. In any other browser, it shows part of the email address we sent them to, and buyers can have the email sent again.',
        `In their receipt: it contains the license keys and a link that opens everything else, without an account. After ${CONFIRM_DAYS.default} days, or the number of days you chose, buyers have to confirm their email address before the link opens anything.`,
        'Under Your purchases, at any time, for as long as they have access.',
        'If a payment takes a few days, buyers get everything as soon as it arrives, and we email them the receipt.',
      ],
      links: [{ label: 'Your purchases', href: '/purchases' }],
    },
    {
      id: 'buyers-cancel',
      question: 'I bought a subscription. How do I cancel it?',
      answer: [
        {
          steps: [
            'Open Your purchases and request a link by email.',
            'Click Cancel subscription next to it. The next page shows when it ends.',
            'Click Cancel subscription again to confirm. You won’t be charged again.',
          ],
        },
        'You can resume the subscription until it ends. You can also change your card or pay an overdue payment there. You can’t cancel a payment plan there. To ask about one, or for a refund, contact the seller; their contact details are next to your purchase.',
      ],
      links: [{ label: 'Your purchases', href: '/purchases' }],
    },
  ],
};
