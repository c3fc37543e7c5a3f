import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const GETTING_STARTED: HelpCategory = {
  id: 'getting-started',
  title: 'Getting Started',
  description: 'From no page to a paid one.',
  articles: [
    {
      id: 'first-page',
      question: 'How do I make my first page?',
      answer: [
        'Open the builder and go down the receipt on the left: it lists everything on the page and says what is missing.',
        {
          steps: [
            'Give the product a name and a price. Nothing else is required.',
            `Add a picture if you have one: JPG, PNG or WEBP, at most ${HELP_NUMBERS.imageSize}.`,
            'Choose a layout, an accent color and fonts on the Design tab.',
            'Connect Stripe: create a new account or connect one that you already have.',
            'Press Publish, then copy the address and send it to somebody.',
          ],
        },
      ],
      links: [{ label: 'Open the builder', href: '/builder' }],
    },
    {
      id: 'how-long',
      question: 'How long does it take?',
      answer: [
        'With a product name and a price at hand, a first page stands in under five minutes. Connecting Stripe comes on top: Stripe asks for your name, address and bank account, and may want to check them.',
        'You can build the whole page first and connect Stripe last. Your draft waits.',
      ],
    },
    {
      id: 'need-stripe-first',
      question: 'Do I need a Stripe account first?',
      answer: [
        'No. You can create a Stripe account when you connect, or connect one that you already have where the site offers it. If you stop half way, Continue Onboarding brings you back to where you were.',
      ],
      links: [{ label: 'How connecting works', href: '/help#connect-stripe' }],
    },
    {
      id: 'what-can-i-sell',
      question: 'What can I sell?',
      answer: [
        'Anything that Stripe lets you charge for and that one page can offer: a course, an e-book, presets, software, coaching, a ticket, a membership, a newsletter. One page sells one thing, once or as a subscription.',
        'Tillwright takes the payment. It does not deliver files, ship parcels or check licences: you do that when the order comes in.',
      ],
      links: [{ label: 'How buyers get what they bought', href: '/help#delivery' }],
    },
    {
      id: 'start-from-template',
      question: 'Can I start from a template?',
      answer: [
        `Yes. New page on Your pages shows ${HELP_NUMBERS.templates} templates, each with copy, a picture, colors and fonts of its own. Everything in them can be changed.`,
        'You can also put a template on a page that you have begun: open the menu with the three dots in the builder and choose Use a template. What you typed stays, and Undo takes the template off again.',
      ],
    },
    {
      id: 'bring-products',
      question: 'Can I bring products from Stripe or Gumroad?',
      answer: [
        'Yes. New page on Your pages has Stripe or Gumroad. Every product that you choose there becomes a draft; nothing is published, and nothing changes where it comes from.',
        {
          steps: [
            'From Stripe: connect your account first. Active products come with their picture, words and prices: one-time, by the week, month or year, several at once, and those where buyers name the price.',
            'From Gumroad: open Sales there and press Export. The file names everything you have sold, each product once, at its newest full price. A table of your own with the columns Name, Price and Description is read as well.',
          ],
        },
        'What a page cannot have, such as a price in tiers, is left out, and the list says so beside the product. Files that you deliver to buyers are not brought along.',
      ],
      links: [{ label: 'Import products', href: '/pages/import' }],
    },
    {
      id: 'try-without-money',
      question: 'Can I try a payment without real money?',
      answer: [
        'Yes, where the builder’s bar shows the Sandbox sign. There every payment is pretended: connect a pretend Stripe account, publish, open your page and pay with the card 4242 4242 4242 4242, any date in the future and any three digits as its code. The order appears in your list as a real one would.',
        'On a shop that takes real payments, make yourself a coupon of 100 %. The order then goes all the way through Stripe’s page and costs nothing.',
      ],
    },
    {
      id: 'connect-programs',
      question: 'How do my own programs hear of a sale?',
      answer: [
        `By a webhook: the shop calls an address of yours as soon as something happens, and tries again ${HELP_NUMBERS.webhookRetries} times over some days when nobody answers. Every plan has ${HELP_NUMBERS.webhooks} webhooks, Pro has ${HELP_NUMBERS.webhooksPro}.`,
        {
          steps: [
            'Open Integrations, in the menu behind your initials, and press Add webhook.',
            'Paste the address of your program, and choose what it is told of.',
            'Copy the secret into your program: it checks with it that a message comes from here.',
            'Open the webhook and press Send test event. The log shows what was sent and what was answered.',
          ],
        },
        'In the sandbox you need no program at all: its receiver shows what arrives, and fails when you tell it to.',
      ],
      links: [
        { label: 'Open Integrations', href: '/integrations' },
        { label: 'What a message holds, and how to check it', href: '/developers/webhooks' },
      ],
    },
    {
      id: 'free-or-trial',
      question: 'What is free, and for how long?',
      answer: [
        'Building, designing, previewing and trying payments in the sandbox are free and stay free for ever. Publishing and taking money needs a plan.',
        `Every plan begins with a trial of ${HELP_NUMBERS.trialDays} days. No credit card is asked for to start it.`,
      ],
      links: [{ label: 'Plans and prices', href: '/pricing' }],
    },
  ],
};
