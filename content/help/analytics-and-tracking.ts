import type { HelpCategory } from './help-article.ts';

export const ANALYTICS_AND_TRACKING: HelpCategory = {
  id: 'analytics-and-tracking',
  title: 'Analytics & Tracking',
  about: 'What you can count today, and what nobody is counted for.',
  articles: [
    {
      id: 'see-orders',
      question: 'Where do I see my sales?',
      answer: [
        'Under Orders, newest first: number, buyer’s email, product, the coupon that was used, when, the state and the amount. Times are in UTC.',
      ],
      see: [{ label: 'Orders', href: '/orders' }],
    },
    {
      id: 'sales-by-page',
      question: 'Can I see what each page takes in?',
      answer: [
        'Yes. Your pages shows for each page how many sales it made and what they brought, one line for each currency. Currencies are never added up.',
      ],
      see: [{ label: 'Your pages', href: '/pages' }],
    },
    {
      id: 'visits',
      question: 'Can I see visits and conversion?',
      answer: [
        'Not yet. Tillwright counts sales today, not visitors. Charts of your payments over time are in your Stripe dashboard.',
      ],
    },
    {
      id: 'order-states',
      question: 'What do the states of an order mean?',
      answer: [
        {
          list: [
            'Paid: Stripe has confirmed the payment.',
            'Pending: the buyer finished Stripe’s page, but the money is not confirmed yet.',
            'Failed: it was not confirmed in the end. Nothing was charged.',
            'Refunded, or partly refunded: you gave all or some of it back.',
            'Disputed stands beside the state: the buyer’s bank has called the payment into question. It is answered in Stripe.',
          ],
        },
        'A buyer who leaves Stripe’s page without paying leaves no order.',
      ],
    },
    {
      id: 'utm',
      question: 'Do UTM parameters work?',
      answer: [
        'They do no harm: a page opens the same with anything behind the question mark, and they stay in the address. Tillwright does not record them. Count clicks where you put the link, in your newsletter or advertising tool.',
        'To learn which campaign sells, give each one a coupon code of its own. Orders show the code.',
      ],
    },
    {
      id: 'pixels',
      question: 'Can I add Google Analytics or a pixel?',
      answer: [
        'No. A checkout page runs no script but its own small one, and browsers are told to refuse any other. That keeps card thieves’ scripts out, keeps the page fast, and means that buyers need no cookie banner.',
      ],
    },
    {
      id: 'export-orders',
      question: 'Can I export my orders?',
      answer: [
        'Not from Tillwright yet. Your Stripe dashboard exports payments, fees and payouts as a table for your bookkeeping.',
      ],
    },
  ],
};
