import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const LEGAL_AND_COMPLIANCE: HelpCategory = {
  id: 'legal-and-compliance',
  title: 'Legal & Compliance',
  description: 'Who sells, who is responsible, and what is kept.',
  articles: [
    {
      id: 'who-is-the-seller',
      question: 'Who is the seller in the eyes of the law?',
      answer: [
        'You are. The contract is between you and the buyer, the money goes to your Stripe account, and your name stands on the page as Stripe has it. Tillwright is the tool.',
      ],
    },
    {
      id: 'age',
      question: 'How old do I have to be?',
      answer: [`${HELP_NUMBERS.age} or older, to have an account here. Stripe has rules of its own for its accounts.`],
      links: [{ label: 'Terms', href: '/terms#account' }],
    },
    {
      id: 'require-terms',
      question: 'How do I have buyers accept my terms?',
      answer: [
        'Switch on Require terms in Settings and add your Terms URL, and your Privacy URL if you have one. Buyers then tick a box before they can pay; it is never ticked beforehand.',
        'For each payment we keep whether the box was ticked, when, and the addresses of the texts. The texts themselves are yours: keep earlier versions of them.',
      ],
    },
    {
      id: 'taxes',
      question: 'Does Tillwright handle sales tax or VAT?',
      answer: [
        'No. Buyers pay the price that you set, and no tax is added. Whether that price contains tax, and what you owe to whom, is for you and your adviser to say.',
      ],
    },
    {
      id: 'invoices-for-buyers',
      question: 'Do buyers get a receipt or an invoice?',
      answer: [
        'Buyers get a receipt by email for each payment, and find all of theirs under Purchases. You can send one again from the order. Invoices that meet your country’s rules are for you to write.',
      ],
    },
    {
      id: 'card-data',
      question: 'Do you or I ever see card numbers?',
      answer: [
        'No. Buyers type them on Stripe’s own page. They reach neither us nor you, which keeps most of the card industry’s rules (PCI DSS) with Stripe.',
      ],
    },
    {
      id: 'cookies',
      question: 'Do my pages need a cookie banner?',
      answer: [
        'Not because of us: a checkout page sets no cookies, loads nothing from other companies and keeps nothing about its visitors in their browsers. Stripe’s page, where buyers go to pay, has its own rules.',
      ],
    },
    {
      id: 'buyer-data',
      question: 'What is kept about my buyers?',
      answer: [
        'The email address they typed, what they ordered, at which price, with which coupon, when, and whether they accepted your terms. The same with what Stripe tells us about the payment. You are responsible for that data; we keep it on your behalf.',
      ],
      links: [{ label: 'Privacy', href: '/privacy#buyers' }],
    },
    {
      id: 'not-allowed',
      question: 'What may not be sold?',
      answer: [
        'Whatever is against the law where you or your buyers are, whatever deceives people, and whatever Stripe does not allow. A page that breaks this is taken off sale.',
      ],
      links: [
        { label: 'Terms', href: '/terms#acceptable-use' },
        { label: 'Stripe’s list', href: 'https://stripe.com/legal/restricted-businesses' },
      ],
    },
    {
      id: 'refund-policy',
      question: 'Do I have to offer refunds?',
      answer: [
        'That depends on the law of your buyers’ country and on what you promise. Many countries give consumers a right to withdraw from a purchase online. Say in your terms what holds, before anybody pays.',
      ],
    },
  ],
};
