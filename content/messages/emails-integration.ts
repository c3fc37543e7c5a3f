import { plural } from './plural.ts';

/** Emails to sellers about webhooks, domains, license keys and suspended pages, and emails to the operator. */
export const integrationEmailMessages = {
  fallbackEndpoint: 'your app',
  fallbackDomain: 'Your domain',
  fallbackPage: 'Your page',
  seeDomains: 'See your domains',
  seePages: 'See your pages',
  openPage: 'Open the page',
  fallbackProduct: 'your product',
  addKeys: 'Add license keys',
  addKeysAdvice: 'You can paste keys or add a CSV file. Keys that you’ve added before are skipped.',

  webhookPaused: {
    subject: ({ host }: { host: string }) => `We paused your webhook to ${host}`,
    title: 'A webhook is paused',
    preview: ({ host, since }: { host: string; since: string }) => `No event has reached ${host} since ${since}.`,
    text: 'Your app stopped accepting our events, so we paused the webhook. Your orders aren’t affected, but your app isn’t notified of them.',
    endpoint: 'Webhook URL',
    since: 'Failing since',
    lastError: 'Last error',
    unknownError: 'Unexpected response',
    retention: ({ days }: { days: number }) =>
      `We keep new events for ${days} days and send them in order once you resume the webhook. During that time, you can also redeliver failed events.`,
    open: 'See what went wrong',
  },

  domainFailing: {
    subject: ({ domain }: { domain: string }) => `${domain} no longer points to your page`,
    title: 'There’s a problem with your domain',
    preview: 'Fix it within two days, and buyers won’t notice.',
    text: ({ domain, checks }: { domain: string; checks: number }) =>
      `We check ${domain} once a day, and today its DNS records weren’t correct. After ${checks} failed checks in a row, we turn the domain off, and another seller could claim it.`,
    stillWorks: 'The domain still works for now. Your page is also available at its original URL, which always works.',
  },

  domainOff: {
    subject: ({ domain }: { domain: string }) => `${domain} is turned off`,
    title: 'Your domain is turned off',
    preview: 'Your page is still available at its original URL.',
    text: ({ domain, checks }: { domain: string; checks: number }) =>
      `The DNS records of ${domain} were wrong for ${checks} days in a row, so we turned the domain off. Your page is still available at its original URL.`,
    advice:
      'To use it again, fix the records and check the domain. If you don’t need it anymore, remove it from your domains and delete its records.',
  },

  licenseKeysLow: {
    subject: ({ count, product }: { count: number; product: string }) =>
      plural(count, {
        one: `One license key left for ${product}`,
        other: `${count} license keys left for ${product}`,
      }),
    title: 'You’re running low on license keys',
    preview: 'Add keys before the last one is sold.',
    text: ({ count, product }: { count: number; product: string }) =>
      plural(count, {
        one: `There’s one unused license key left for ${product}. Once it’s sold, buyers can’t order ${product} until you add more.`,
        other: `There are ${count} unused license keys left for ${product}. Once they’re sold, buyers can’t order ${product} until you add more.`,
      }),
  },

  licenseKeysGone: {
    subject: ({ product }: { count: number; product: string }) => `No license keys left for ${product}`,
    title: 'You’re out of license keys',
    preview: 'Your page is sold out until you add keys.',
    text: ({ product }: { count: number; product: string }) =>
      `The last license key for ${product} was sold. Your page shows that it’s sold out until you add more keys.`,
  },

  pagePaused: {
    subject: ({ page }: { page: string }) => `We paused payments on “${page}”`,
    title: 'We paused payments on a page',
    preview: ({ declined }: { declined: number }) =>
      plural(declined, {
        one: 'One card was declined and not charged. Payments resume automatically.',
        other: `${declined} cards were declined, and none was charged. Payments resume automatically.`,
      }),
    text: ({ page }: { page: string }) =>
      `Someone seems to be testing stolen card numbers on “${page}”. This is called card testing: they make small payments to find out which cards work. Banks can penalize businesses for such payments, so we paused payments on this page.`,
    page: 'Page',
    declined: 'Cards declined',
    until: 'Payments resume',
    consequences:
      'None of these cards was charged. Buyers can still see your page, which says that payments are paused. Your other pages keep taking payments, and existing subscriptions continue.',
    advice:
      'Check your payments in Stripe and refund any that you don’t recognize. If the attempts came from real buyers, you can resume payments right away.',
  },

  pageSuspended: {
    subject: ({ page }: { page: string }) => `“${page}” was taken down`,
    title: 'Your page was taken down',
    preview: 'Buyers can’t see it anymore. Nothing was deleted.',
    text: ({ page }: { page: string }) => `We took down “${page}”. Visitors now see that it has been taken down.`,
    reason: 'Our reason:',
    consequences:
      'The page, its draft, and your orders are kept. Subscriptions that were bought on it continue, and you can cancel them from your orders. You can’t publish pages until this is resolved.',
    appeal: ({ supportEmail }: { supportEmail: string }) =>
      `If you disagree or have fixed the problem, email ${supportEmail}. A person will read your message.`,
  },

  pageRestored: {
    subject: ({ page }: { page: string }) => `“${page}” is back`,
    title: 'Your page is back',
    preview: 'Everything is as it was before.',
    text: ({ page }: { page: string }) =>
      `“${page}” is no longer taken down. If it was published before, it’s live again.`,
  },

  pageReported: {
    subject: ({ slug }: { slug: string }) => `Reported: ${slug}`,
    subjectUnknown: 'Reported: a page',
    title: 'A page was reported',
    preview: ({ reason, product }: { reason: string; product: string }) => `${reason}: “${product}”`,
    page: 'Page',
    product: 'Product',
    reason: 'Reason',
    reporter: 'Reported by',
    text: 'Report:',
    automatic: ({ brand }: { brand: string }) => `Automatic report: this page appears to impersonate ${brand}.`,
    commands: ({ slug }: { slug: string }) =>
      `The operator command “pages show ${slug}” lists all reports of this page, “pages suspend” takes a page down, and “pages close” closes a report. See “Commands” in docs/operations.md. You won’t get more emails about this page today.`,
  },

  operatorAlert: {
    subject: ({ site, problem }: { site: string; problem: string }) => `${site} alert: ${problem}`,
    fallbackProblem: 'Something needs your attention',
    details: 'Details:',
  },
} as const;
