import type { HelpCategory } from './help-article.ts';
import { formatDollars, HELP_NUMBERS, formatSalesLimit, findPlan } from './help-numbers.ts';

const [starter, growth, pro] = [findPlan('starter'), findPlan('growth'), findPlan('pro')];

export const PRICING_AND_SUBSCRIPTIONS: HelpCategory = {
  id: 'pricing-and-subscriptions',
  title: 'Pricing & Subscriptions',
  description: 'Plans, the free trial, sales limits, and cancellation.',
  articles: [
    {
      id: 'plans',
      question: 'What plans do you offer?',
      answer: [
        {
          list: [starter, growth, pro].map(
            (plan) =>
              `${plan.name}: ${formatDollars(plan.priceUsd)} a month, ${formatSalesLimit(plan)}. It includes ${plan.fileStorageGb} GB for files you sell.`,
          ),
        },
        'Every plan includes unlimited checkout pages, and we take no share of your sales.',
      ],
      links: [{ label: 'Plans and pricing', href: '/pricing' }],
    },
    {
      id: 'trial',
      question: 'How does the trial work?',
      answer: [
        `It lasts ${HELP_NUMBERS.trialDays} days, needs no credit card, and begins on ${starter.name} unless you chose another plan. It starts when you first open the builder or choose a plan. You can switch plans during the trial at no charge. There’s one trial per person: if your email address or Stripe account has already been used for one, even in an account you’ve deleted, your plan starts when you pay its first invoice.`,
        'If you haven’t added a card when the trial ends, your pages stop accepting payments until you reactivate your plan. Nothing is deleted, and you can keep editing your drafts.',
      ],
    },
    {
      id: 'what-counts',
      question: 'Which sales count toward my limit?',
      answer: [
        'Paid sales in the calendar month (UTC), after coupons and refunds. The count resets on the 1st of each month. Sales in other currencies are converted to US dollars once, when the sale is recorded.',
        'Sandbox and test payments never count toward the limit of your real plan. In the sandbox, they count toward your sandbox plan, so that you can see how limits work.',
      ],
    },
    {
      id: 'over-the-limit',
      question: 'What happens when I reach my limit?',
      answer: [
        `At ${HELP_NUMBERS.warning} of your limit we warn you. At 100% we ask you to upgrade.`,
        `If you exceed the limit, there is an automatic upgrade to the next plan with an immediate prorated charge: the price difference for the rest of your billing period. You move from ${starter.name} to ${growth.name} when your sales exceed ${formatDollars(starter.monthlyLimitUsd ?? 0)}, and from ${growth.name} to ${pro.name} when they exceed ${formatDollars(growth.monthlyLimitUsd ?? 0)}. During the trial, or without a card, nothing is charged.`,
        'We never stop a sale: buyers can always complete their purchase.',
      ],
    },
    {
      id: 'downgrade',
      question: 'Can I move to a smaller plan?',
      answer: [
        'Yes. The change takes effect at the next billing cycle; you keep the larger plan until then. You can’t downgrade while this month’s sales are above the limit of the smaller plan.',
      ],
    },
    {
      id: 'cancel',
      question: 'How do I cancel?',
      answer: [
        'In the Settings menu, open Plan and billing and click Cancel plan. Your pages stay active until the end of the period you paid for; then your pages are deactivated. They aren’t deleted: if you reactivate your plan, they’re live again at the same URLs.',
        'Buyers keep what they paid for: downloads, links, and license keys keep working, even if you have no plan.',
      ],
      links: [{ label: 'Plan and billing', href: '/subscription' }],
    },
    {
      id: 'price-changes',
      question: 'Can prices change?',
      answer: [
        `Yes, with ${HELP_NUMBERS.noticeDays} days’ notice by email. The new price applies from your first renewal after that, and you can cancel before then. Plan and billing shows the new price and its date. A lower price applies from your next renewal.`,
      ],
    },
    {
      id: 'payment-failed',
      question: 'What if my own payment fails?',
      answer: [
        'We email you and show a banner in the builder, and Stripe retries your card over the following days. Your pages keep selling in the meantime. To fix it, click Update Payment in the banner.',
      ],
      links: [{ label: 'Plan and billing', href: '/subscription' }],
    },
    {
      id: 'change-plan',
      question: 'Where do I change my plan or my card?',
      answer: [
        'In the Settings menu, open Plan and billing and choose another plan. To change your card, click Manage Subscription, which opens Stripe.',
      ],
      links: [{ label: 'Plan and billing', href: '/subscription' }],
    },
    {
      id: 'file-storage',
      question: 'How much storage do I have for files?',
      answer: [
        `It depends on your plan: ${starter.fileStorageGb} GB on ${starter.name}, ${growth.fileStorageGb} GB on ${growth.name}, and ${pro.fileStorageGb} GB on ${pro.name}. A single file can be up to ${HELP_NUMBERS.fileSize}. Earlier versions of a file don’t count toward your storage. If space runs out, the oldest of them are deleted.`,
        'Under Pages, open Files to see all of your files, their pages, and the storage that they use. If your storage is full, nothing changes for buyers, but you can’t upload more until you remove files or choose a larger plan.',
        'If you remove a file from a page, buyers who have access keep it. It counts toward your storage until no one has access anymore.',
        '“Not scanned” means that no virus scanner is set up on this server. Scan files yourself before you upload them.',
      ],
      links: [
        { label: 'Your files', href: '/files' },
        { label: 'Plan and billing', href: '/subscription' },
      ],
    },
    {
      id: 'support-hours',
      question: 'How fast does support respond?',
      answer: [
        `On ${starter.name} within ${starter.supportHours} hours, on ${growth.name} within ${growth.supportHours} hours. ${pro.name} includes phone support around the clock. A person answers every message.`,
      ],
    },
  ],
};
