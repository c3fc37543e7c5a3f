import type { HelpCategory } from './help-article.ts';
import { HELP_NUMBERS } from './help-numbers.ts';

export const LEGAL_AND_COMPLIANCE: HelpCategory = {
  id: 'legal-and-compliance',
  title: 'Legal & Compliance',
  description: 'Your responsibilities as a seller, taxes, receipts, and data.',
  articles: [
    {
      id: 'who-is-the-seller',
      question: 'Who is the legal seller?',
      answer: [
        'You are. The contract is between you and the buyer, the money goes to your Stripe account, and the page shows your business name from Stripe. Tillwright only provides the software.',
      ],
    },
    {
      id: 'age',
      question: 'How old do I have to be?',
      answer: [
        `You must be ${HELP_NUMBERS.age} or older to have an account. Stripe has its own rules for its accounts.`,
      ],
      links: [{ label: 'Terms', href: '/terms#account' }],
    },
    {
      id: 'require-terms',
      question: 'How do I have buyers accept my terms?',
      answer: [
        'Turn on Require terms in Settings and add your Terms URL, and your Privacy URL if you have one. Buyers then have to check a box before they can pay. It’s never checked in advance.',
        'For each payment we record whether the box was checked, when, and the links to your terms. We don’t store the terms themselves, so keep earlier versions of them.',
      ],
    },
    {
      id: 'taxes',
      question: 'Does Tillwright handle sales tax or VAT?',
      answer: [
        'No. Buyers pay the price you set, and no tax is added. Ask a tax adviser whether your price has to include tax and what you owe.',
      ],
    },
    {
      id: 'invoices-for-buyers',
      question: 'Do buyers get a receipt or an invoice?',
      answer: [
        'Tillwright emails buyers a receipt for each payment, and they can print any of their receipts under Your purchases. You can resend a receipt from the order. To avoid sending two, turn off email receipts in your Stripe dashboard.',
        'A receipt isn’t a tax invoice. If your country requires invoices, you need to issue them yourself.',
      ],
      links: [{ label: 'Your purchases', href: '/purchases' }],
    },
    {
      id: 'card-data',
      question: 'Can you or I see card numbers?',
      answer: [
        'No. Buyers enter them on Stripe’s page, and they never reach us or you. That’s why Stripe handles most of the card industry’s security requirements (PCI DSS).',
      ],
    },
    {
      id: 'cookies',
      question: 'Do my pages need a cookie banner?',
      answer: [
        'No. Opening a checkout page sets no cookies and loads nothing from other companies. If the page delivers something, clicking the pay button sets one cookie, so that the same browser can show what was bought. It’s needed for what the buyer asked for, so it requires no consent. While a buyer is on Stripe’s page, their browser tab keeps what they entered, so that nothing is lost if they go back. Stripe’s page has its own rules.',
      ],
    },
    {
      id: 'buyer-data',
      question: 'What data do you store about my buyers?',
      answer: [
        'The email address they entered, what they ordered and when, the price, the coupon, their answers to your questions, and whether they accepted your terms. We also store what Stripe tells us about the payment. You’re responsible for this data; we process it on your behalf.',
      ],
      links: [{ label: 'Privacy', href: '/privacy#buyers' }],
    },
    {
      id: 'buyer-data-requests',
      question: 'What do I do when a buyer asks for their data or asks me to delete it?',
      answer: [
        'Open the buyer under Customers. Download data gives you everything stored about them in one file, which you can send them.',
        'Delete data removes their email, name, answers, your note, and the emails they got. The orders and amounts stay without a name, because you have to keep them for your accounting. Their subscriptions must have ended: choose Cancel now, or wait for the end of the paid period. Stripe isn’t changed: delete the customer there as well if you need to.',
      ],
      links: [{ label: 'Customers', href: '/customers' }],
    },
    {
      id: 'not-allowed',
      question: 'What am I not allowed to sell?',
      answer: [
        'Anything that’s illegal where you or your buyers are, that deceives people, or that Stripe doesn’t allow. Pages that break these rules are taken down.',
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
        'That depends on the law in your buyers’ country and on what you promise. Many countries give consumers the right to cancel an online purchase. State your refund policy in your terms so that buyers know it before they pay.',
      ],
    },
  ],
};
