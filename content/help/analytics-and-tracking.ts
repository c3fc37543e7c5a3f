import { RAW_VIEW_RETENTION_DAYS } from '#domain/analytics.ts';

import type { HelpCategory } from './help-article.ts';
import { findPlan } from './help-numbers.ts';

const GROWTH = findPlan('growth').name;

export const ANALYTICS_AND_TRACKING: HelpCategory = {
  id: 'analytics-and-tracking',
  title: 'Analytics & Tracking',
  description: 'What is counted, how exactly, and what nobody is counted for.',
  articles: [
    {
      id: 'visits',
      question: 'Can I see visits and conversion?',
      answer: [
        'Yes, under Analytics: visitors, views, checkouts started, orders paid, conversion, revenue, the average order and refunds, for all pages or one of them, with a chart over time.',
        'The sign beside each figure says what it is and how exactly it is made.',
      ],
      links: [{ label: 'Analytics', href: '/analytics' }],
    },
    {
      id: 'what-is-a-visitor',
      question: 'What is a visitor?',
      answer: [
        'One browser on one network, counted once a day. Reloads are views, not visitors. Somebody who comes back on another day is counted again, because nothing is kept by which they could be told.',
        'Programs that say what they are, such as search engines, are left out. Your own looks at a published page count like those of anybody.',
      ],
    },
    {
      id: 'cookies-for-analytics',
      question: 'Do my buyers get cookies, or need a banner for this?',
      answer: [
        'No. Nothing is kept in the browser of whoever looks at your page. The network address is mixed into a number with a key that is thrown away soon after its day, and is not kept itself.',
        'There is no profile, nobody is followed from site to site, and no other company gets to know of the visit.',
      ],
      links: [{ label: 'Privacy policy', href: '/privacy' }],
    },
    {
      id: 'revenue-figures',
      question: 'How is revenue counted?',
      answer: [
        'From your order book, payment by payment. Revenue is what buyers paid in the period, renewals too, less what went back of just these payments by refunds and lost disputes. A refund therefore lowers the day of its payment.',
        'Each currency has sums of its own. The figure in US dollars takes each payment by the rate at which it was recorded. What Stripe keeps as its fee is not taken off.',
      ],
      links: [{ label: 'Orders', href: '/orders' }],
    },
    {
      id: 'analytics-plans',
      question: `What does ${GROWTH} add to the analytics?`,
      answer: [
        'On Starter you see all figures and the chart for today, yesterday, the last week and the last thirty days, and how each page does.',
        {
          list: [
            `${GROWTH} and Pro add any period, back to your first day, beside the days before it or the year before.`,
            'Where buyers came from: source, campaign, referrer, country and device.',
            'What sold: by coupon, by version of the page, and by the site that it is embedded in.',
            'What you published, marked on the chart, and all of it as CSV.',
          ],
        },
        'Everything is counted from the start on each plan. Whoever moves up sees their past, too.',
      ],
      links: [{ label: 'Subscription', href: '/subscription' }],
    },
    {
      id: 'chart-marks',
      question: 'What are the flags under the chart?',
      answer: [
        'Versions of a page that you published. Press one to read what changed, a price or a coupon for example, and see beside it what happened to visits and sales then.',
      ],
    },
    {
      id: 'time-zone',
      question: 'In which time zone are days counted?',
      answer: [
        'In yours. The first time, it is that of your browser; press Change beside it under Analytics to choose another one.',
        `Money is then counted by the new days at once, and so are the views of the last ${RAW_VIEW_RETENTION_DAYS} days. Views before that keep the days in which they were counted. Lists of orders show times in UTC.`,
      ],
    },
    {
      id: 'utm',
      question: 'Do UTM parameters work?',
      answer: [
        `Yes. Put utm_source, utm_medium, utm_campaign, utm_term and utm_content behind the address of your page. They are counted with the visit and kept with the checkout that begins there. On ${GROWTH} and Pro, Analytics shows visitors, orders and revenue by each of them.`,
        'Without utm_source the site that the visitor came from is the source, and Direct where no site was told.',
      ],
    },
    {
      id: 'country-unknown',
      question: 'Why is a country not known?',
      answer: [
        'The country is told by the network in front of the shop, where there is one that tells it. It is never guessed from the address of the visitor. Where nobody tells it, it stays empty.',
      ],
    },
    {
      id: 'fewer-visits',
      question: 'Why do other tools count other numbers of visits?',
      answer: [
        'Each tool has its own idea of a visitor. Some count visits of half an hour, some follow people for months by cookies, some leave out whoever blocks scripts. Compare the trend of one tool with itself.',
        'Money does not depend on it: it is read from your orders, and no visit, real or made up, changes it.',
      ],
    },
    {
      id: 'see-orders',
      question: 'Where do I see my sales?',
      answer: [
        'Under Orders, newest first: number, buyer’s email, product, the coupon that was used, when, the state and the amount. Times are in UTC.',
      ],
      links: [{ label: 'Orders', href: '/orders' }],
    },
    {
      id: 'sales-by-page',
      question: 'Can I see what each page takes in?',
      answer: [
        'Yes. Your pages shows for each page how many sales it made and what they brought, one line for each currency. Currencies are never added up.',
        'Under Analytics, the list by page shows the same for any days, with its visitors and conversion. Press a page to see everything of it alone.',
      ],
      links: [
        { label: 'Your pages', href: '/pages' },
        { label: 'Analytics', href: '/analytics' },
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
      id: 'pixels',
      question: 'Can I add Google Analytics or a pixel?',
      answer: [
        'No. A checkout page runs no script but its own small one, and browsers are told to refuse any other. That keeps card thieves’ scripts out, keeps the page fast, and means that buyers need no cookie banner.',
      ],
    },
    {
      id: 'export-orders',
      question: 'Can I export my orders and figures?',
      answer: [
        'Yes. Orders has a key Export CSV: one line for each order that the list is narrowed to, with its amounts as plain numbers for your bookkeeping.',
        `On ${GROWTH} and Pro, the chart and each breakdown under Analytics can be taken along as CSV as well, in days of your time zone.`,
      ],
      links: [{ label: 'Orders', href: '/orders' }],
    },
  ],
};
