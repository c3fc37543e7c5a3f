import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const GETTING_STARTED: HelpCategory = {
  id: 'getting-started',
  title: 'Getting Started',
  description: 'Build your first page and take your first payment.',
  articles: [
    {
      id: 'first-page',
      question: 'How do I create my first page?',
      answer: [
        'Open the builder and fill in the form. The builder shows what’s still missing as you go.',
        {
          steps: [
            'Enter a product name and a price. Nothing else is required.',
            `Add a product image if you have one: JPG, PNG, or WEBP, up to ${HELP_NUMBERS.imageSize}.`,
            'Choose a layout, an accent color, and fonts on the Design tab.',
            'Connect Stripe.',
            'Click Publish, then copy the link and share it.',
          ],
        },
      ],
      links: [{ label: 'Open the builder', href: '/builder' }],
    },
    {
      id: 'how-long',
      question: 'How long does it take?',
      answer: [
        'If you have a product name and a price ready, you can build your first page in under five minutes. Connecting Stripe takes longer: Stripe asks for your name, address, and bank account, and may need to verify them.',
        'You can build the whole page first and connect Stripe last. Your draft is saved.',
      ],
    },
    {
      id: 'need-stripe-first',
      question: 'Do I need a Stripe account first?',
      answer: [
        'No. You can create a Stripe account when you connect. If the builder shows Use existing account, you can also use one you already have. If you stop halfway, click Continue Onboarding to pick up where you left off.',
      ],
      links: [{ label: 'How to connect Stripe', href: '/help#connect-stripe' }],
    },
    {
      id: 'what-can-i-sell',
      question: 'What can I sell?',
      answer: [
        'Anything Stripe allows and one page can offer: a course, an e-book, presets, software, coaching, a ticket, a membership, or a newsletter. Each page sells one product, once or as a subscription, or a bundle of your products.',
        'Tillwright takes the payment and delivers files, license keys, private links, and texts. It doesn’t ship packages. You do that when an order comes in.',
      ],
      links: [
        { label: 'Deliver files, license keys, and links', href: '/help#deliver' },
        { label: 'Sell a bundle', href: '/help#bundles' },
      ],
    },
    {
      id: 'quick-search',
      question: 'How do I find a page, an order, or a setting?',
      answer: [
        'Click Search at the top of any screen, or press ⌘K on a Mac and Ctrl+K elsewhere. Type the name of a page, an order number, a buyer’s name or email address, or what you want to do.',
      ],
    },
    {
      id: 'start-from-template',
      question: 'Can I start from a template?',
      answer: [
        `Yes. When you create a new page from Your pages, you can choose from ${HELP_NUMBERS.templates} templates. Each comes with its own text, image, colors, and fonts, and you can change all of it.`,
        'You can also apply a template to a page you’ve already started: click the three dots in the builder and choose Use a template. Your own text, price, and image stay, and Undo removes the template.',
      ],
    },
    {
      id: 'bring-products',
      question: 'Can I import products from Stripe or Gumroad?',
      answer: [
        'Yes. When you create a new page from Your pages, choose Stripe or Gumroad. Each product you select becomes a draft. Nothing is published, and nothing changes in Stripe or Gumroad.',
        {
          steps: [
            'From Stripe: connect your account first. Active products are imported with their image, description, and prices, including subscriptions, multiple prices, and pay-what-you-want prices.',
            'From Gumroad: open Sales in Gumroad, click Export, and upload the file. Each product in it is listed once, at its most recent full price. You can also upload your own CSV file with the columns Name, Price, and Description.',
          ],
        },
        'Anything a page doesn’t support, such as tiered pricing, is left out. The list shows what, next to each product. Files you deliver to buyers aren’t imported: add them on the Delivery tab.',
      ],
      links: [{ label: 'Import products', href: '/pages/import' }],
    },
    {
      id: 'try-without-money',
      question: 'Can I test a payment without real money?',
      answer: [
        'Yes, if the builder shows the Sandbox label. In the sandbox, payments are simulated: connect a simulated Stripe account, publish, open your page, and pay with the card 4242 4242 4242 4242, any future date, and any three-digit security code. The order appears under Orders like a real one.',
        'If there’s no Sandbox label, payments go through Stripe. To test one for free, create a 100% coupon and use it on your page: the order goes through Stripe’s checkout page and costs nothing.',
      ],
    },
    {
      id: 'connect-programs',
      question: 'How do I send sales to my own apps?',
      answer: [
        `Use a webhook: we send a request to your URL as soon as something happens, such as a sale or a refund. If a delivery fails, we retry it ${HELP_NUMBERS.webhookRetries} times over about three days. Every plan includes ${HELP_NUMBERS.webhooks} webhooks; Pro includes ${HELP_NUMBERS.webhooksPro}.`,
        {
          steps: [
            'In the Settings menu, open Integrations and click Add webhook.',
            'Enter your app’s URL and choose the events to send.',
            'Copy the signing secret into your app. Your app uses it to verify that requests come from us.',
            'Open the webhook and click Send test event. The log shows the request and the response.',
          ],
        },
        'In the sandbox, you don’t need an app: the built-in test receiver shows what arrives and can simulate failures.',
      ],
      links: [
        { label: 'Open Integrations', href: '/integrations' },
        { label: 'Webhook payloads and signatures', href: '/developers/webhooks' },
        { label: 'Zapier, Make, and n8n', href: '/developers/automation' },
      ],
    },
    {
      id: 'free-or-trial',
      question: 'What is free, and for how long?',
      answer: [
        'Building, designing, and previewing pages is free forever. To publish pages and accept payments, you need the trial or a plan.',
        `Your first plan starts with a ${HELP_NUMBERS.trialDays}-day trial, no credit card required. The trial starts when you first open the builder or choose a plan.`,
      ],
      links: [{ label: 'Plans and pricing', href: '/pricing' }],
    },
  ],
};
