import { RAW_VIEW_RETENTION_DAYS } from '#domain/analytics.ts';

import type { HelpCategory } from './help-article.ts';
import { findPlan } from './help-numbers.ts';

const GROWTH = findPlan('growth').name;

export const ANALYTICS_AND_TRACKING: HelpCategory = {
  id: 'analytics-and-tracking',
  title: 'Analytics & Tracking',
  description: 'Visitors, conversion, revenue, and how they’re measured.',
  articles: [
    {
      id: 'visits',
      question: 'Can I see visitors and conversion rates?',
      answer: [
        'Yes, under Analytics: visitors, page views, checkouts started, paid orders, conversion rate, revenue, average order value, and refunds. See them for all pages or a single one, with a chart over time.',
        'If buyers choose a quantity on your pages, or add extras, you also see the units sold, the average quantity, and the average order with and without extras.',
        'If you offer free trials or payment plans, you also see how many started in the period and how they turned out: trials that converted to paid or ended without payment, and plans that are complete, overdue, or ended early.',
        'Click the icon next to a metric to see how it’s calculated.',
        'If there were more orders than counted visitors, we don’t show a conversion rate. Some visitors can’t be counted, for example when their browser blocks scripts.',
      ],
      links: [{ label: 'Analytics', href: '/analytics' }],
    },
    {
      id: 'what-is-a-visitor',
      question: 'What is a visitor?',
      answer: [
        'One browser on one network, counted once a day. Reloading the page adds a page view, not a visitor. Someone who returns on another day is counted again, because we don’t store anything that identifies them.',
        'Bots that identify themselves, such as search engines, aren’t counted. Your own visits to a published page are.',
      ],
    },
    {
      id: 'cookies-for-analytics',
      question: 'Do analytics use cookies or need a cookie banner?',
      answer: [
        'No. Analytics stores nothing in your visitors’ browsers. We turn each IP address into a random-looking number with a key that we delete two days later, and we don’t store the IP address itself.',
        'We don’t build profiles or follow people across sites, and we don’t share this data with any other company.',
      ],
      links: [{ label: 'Privacy policy', href: '/privacy' }],
    },
    {
      id: 'revenue-figures',
      question: 'How is revenue calculated?',
      answer: [
        'From your orders. Revenue is what buyers paid in the period, including renewals, minus refunds and lost disputes of those payments. A refund is subtracted on the day of the original payment, not on the day you refund it.',
        'Each currency is totaled separately. The total in US dollars uses the exchange rate recorded with each payment. Stripe’s fees aren’t deducted.',
      ],
      links: [{ label: 'Orders', href: '/orders' }],
    },
    {
      id: 'analytics-plans',
      question: `What does ${GROWTH} add to analytics?`,
      answer: [
        `Starter includes all metrics, the chart, and results by page for today, yesterday, the last seven days, and the last thirty days. ${GROWTH} and Pro add:`,
        {
          list: [
            'Any date range, compared with the previous period or the previous year.',
            'Where buyers came from: source, campaign, referrer, country, and device.',
            'Breakdowns by coupon, extra, page version, and embedding site.',
            'Published versions marked on the chart, and CSV exports.',
          ],
        },
        'We record all of this on every plan from day one. If you upgrade later, you also see your past data.',
      ],
      links: [{ label: 'Plan and billing', href: '/subscription' }],
    },
    {
      id: 'chart-marks',
      question: 'What are the flags under the chart?',
      answer: [
        'Each flag is a version of a page that you published. Click one to see what changed, such as a price or a coupon, and compare it with visitors and sales at that time.',
      ],
    },
    {
      id: 'time-zone',
      question: 'Which time zone do analytics use?',
      answer: [
        'Yours. It starts with your browser’s time zone, and you can change it under Analytics.',
        `When you change it, revenue and the page views of the last ${RAW_VIEW_RETENTION_DAYS} days are recalculated. Older page views stay on the days they were counted. Times in the list of orders are in UTC.`,
      ],
    },
    {
      id: 'utm',
      question: 'Do UTM parameters work?',
      answer: [
        `Yes. Add utm_source, utm_medium, utm_campaign, utm_term, and utm_content to your page’s URL. We record them with the page view and with any checkout that starts there. On ${GROWTH} and Pro, Analytics shows visitors, orders, and revenue for each of them.`,
        'Without utm_source, the source is the site the visitor came from, or Direct if we don’t know it.',
      ],
    },
    {
      id: 'country-unknown',
      question: 'Why is a visitor’s country unknown?',
      answer: [
        'The country comes from the network in front of our servers, if that network provides it. We don’t look it up from the visitor’s IP address.',
      ],
    },
    {
      id: 'fewer-visits',
      question: 'Why do other tools show different numbers?',
      answer: [
        'Every tool counts visitors differently. Some count sessions of thirty minutes, some track people with cookies for months, and some miss visitors who block scripts. Compare trends within one tool.',
        'Revenue isn’t affected: it’s calculated from your orders, not from page views.',
      ],
    },
    {
      id: 'see-orders',
      question: 'Where do I see my sales?',
      answer: [
        'Under Orders, newest first: number, buyer’s email, product, coupon, date, status, and amount. Times are in UTC.',
      ],
      links: [{ label: 'Orders', href: '/orders' }],
    },
    {
      id: 'see-customers',
      question: 'Where do I see who my customers are?',
      answer: [
        'Under Customers: everyone who bought from you, with their number of orders, active subscriptions, what they spent, and when they first and last bought. Search by name or email, and sort the list.',
        'Click a customer to see what they bought and the status of every email they got. You can also write a note that only you see. Orders with the same email address belong to one customer.',
      ],
      links: [{ label: 'Customers', href: '/customers' }],
    },
    {
      id: 'sales-by-page',
      question: 'Can I see how much each page earns?',
      answer: [
        'Yes. The list under Your pages shows each page’s sales and revenue, one line per currency.',
        'Analytics shows the same for each period, with visitors and conversion rate. Click a page in the list to see only its data.',
      ],
      links: [
        { label: 'Your pages', href: '/pages' },
        { label: 'Analytics', href: '/analytics' },
      ],
    },
    {
      id: 'order-states',
      question: 'What do the order statuses mean?',
      answer: [
        {
          list: [
            'Paid: Stripe has confirmed the payment.',
            'Pending: the buyer completed Stripe’s checkout page, but the payment isn’t confirmed yet.',
            'Failed: the payment wasn’t confirmed. The buyer wasn’t charged.',
            'Refunded or Partly refunded: you returned all or part of the payment.',
            'Disputed appears next to the status: the buyer’s bank is questioning the payment. Respond in your Stripe dashboard.',
          ],
        },
        'If a buyer leaves Stripe’s page without paying, there’s no order.',
      ],
      links: [{ label: 'What to do about a dispute', href: '/help#disputes' }],
    },
    {
      id: 'see-what-was-delivered',
      question: 'How do I see what was delivered?',
      answer: [
        'Open the order under Orders. Delivered lists what the buyer got, whether they still have access, and if not, why. For a file, you see how often and when it was downloaded; for a license key, its last characters and the devices that use it. Click Show to see the full key.',
        {
          list: [
            'Send again emails the buyer a new link to everything in the order.',
            'Revoke access ends it right away, without a refund. Restore access gives it back, even after a refund or a lost dispute.',
            'Replace key gives the buyer a new license key. The old one stops working on all devices.',
          ],
        },
        'Under Analytics, choose a page to see how many buyers have downloaded its files, and how long that took. You can also resend the email to buyers who haven’t downloaded anything yet.',
      ],
      links: [
        { label: 'Orders', href: '/orders' },
        { label: 'Analytics', href: '/analytics' },
      ],
    },
    {
      id: 'pixels',
      question: 'Can I add Google Analytics or a tracking pixel?',
      answer: [
        'No. A checkout page only runs its own small script, and browsers block any other. That protects your buyers from malicious scripts, keeps the page fast, and means you don’t need a cookie banner.',
      ],
    },
    {
      id: 'export-orders',
      question: 'Can I export my orders and analytics?',
      answer: [
        'Yes. Click Export CSV under Orders to download the orders that match your filters, one per line, with plain numbers for your bookkeeping and whether buyers have access to what was delivered. Export CSV under Customers downloads your list of customers.',
        `On ${GROWTH} and Pro you can also export the chart and each breakdown under Analytics as CSV, in your time zone.`,
      ],
      links: [{ label: 'Orders', href: '/orders' }],
    },
  ],
};
