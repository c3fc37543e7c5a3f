import { plural } from './plural.ts';

type Typed = { type: string };

/** Texts of the custom domains page. */
export const domainMessages = {
  title: 'Domains',
  description: 'Show your pages on your own domains.',
  descriptionFull: ({ limit }: { limit: number }) =>
    `Show your pages on your own domains. You’ve reached the limit of ${limit}.`,
  caption: 'Domains',
  columns: { domain: 'Domain', status: 'Status', page: 'Page', actions: 'Actions' },
  add: 'Add a domain',
  loadError: 'Couldn’t load your domains',
  viewPlans: 'View plans',
  empty: {
    title: 'Use your own domain',
    badge: 'Available on Growth',
    text: 'Your page is served at the root of your domain. Links, QR codes, and social previews use it, too. The page’s current URL keeps working. <link>Step-by-step guide</link>',
    requirements: {
      domain:
        '<b>A domain.</b> Buy one from any registrar, or use a subdomain of one you already own, such as pay.example.com.',
      records:
        '<b>Two DNS records.</b> We show you exactly what to add, check the records, and tell you what’s missing.',
      plan: '<b>The Growth or Pro plan.</b> The HTTPS certificate is included and set up automatically.',
    },
  },
  example: { pageUrl: '/c/linocut', customDomain: 'pay.your-name.com' },
  localHint: 'Sandbox: names like <code>my-page.localhost</code> are verified instantly on this computer. Try one.',
  notInPlan: {
    label: 'Your plan',
    text: ({ count }: { count: number }) =>
      plural(count, {
        one: '<b>Your plan doesn’t include custom domains.</b> Your domain redirects to the page’s own URL, and it stays reserved for you. Upgrade to Growth to use it again.',
        other:
          '<b>Your plan doesn’t include custom domains.</b> Your domains redirect to the pages’ own URLs, and they stay reserved for you. Upgrade to Growth to use them again.',
      }),
  },
  added: ({ name }: { name: string }) => `${name} added`,
  addedDescription: 'Next, add its DNS records.',
  live: {
    title: ({ name }: { name: string }) => `${name} is live`,
    withPage: 'Buyers can now open your page there.',
    withoutPage: 'Choose which page to show there.',
  },
  removeDialog: {
    title: ({ name }: { name: string }) => `Remove ${name}?`,
    serving: 'Links and QR codes that use <name></name> will stop working. Visitors will see an error.',
    notServing: 'The domain isn’t live, so buyers aren’t affected.',
    page: '“<page></page>” stays available at its own URL.',
    noPage: 'Your pages aren’t affected.',
    records: 'You can then delete its DNS records at your registrar.',
    cancel: 'Cancel',
    confirm: 'Remove domain',
    busy: 'Removing…',
    done: 'Domain removed',
    failed: 'Couldn’t remove the domain',
  },
  status: {
    pending: {
      label: 'Waiting for DNS',
      description: 'Add these DNS records at your registrar. We’ll check them automatically.',
    },
    live: { label: 'Live', description: 'Buyers can open your page here.' },
    liveSince: ({ date }: { date: string }) => `Live since ${date}.`,
    failing: {
      label: 'Check failed',
      description: ({ limit }: { limit: number }) =>
        `The domain still works. We check it once a day and turn it off after ${limit} failed checks.`,
    },
    off: { label: 'Turned off', description: 'Visitors see an error. Fix the DNS records, then check again.' },
    notInPlan: {
      label: 'Requires Growth',
      description: 'Your plan doesn’t include custom domains, so this one redirects to the page’s own URL.',
    },
    noPage: { label: 'No page', description: 'The domain is connected, but it has no page. Choose one.' },
  },
  row: {
    noPage: 'No page',
    open: 'Open',
    openLabel: ({ name }: { name: string }) => `Open ${name}`,
    remove: 'Remove domain',
  },
  page: {
    label: 'Page',
    hint: 'The page’s own URL keeps working, too.',
    openBuilder: 'Open in the builder',
    none: 'No page yet',
    usedBy: ({ page, domain }: { page: string; domain: string }) => `${page} (used by ${domain})`,
    movesFrom: ({ page, domain }: { page: string; domain: string }) => `${page} (moves here from ${domain})`,
    unpublished: ({ page }: { page: string }) => `${page} (not published)`,
    changed: 'Page updated',
    removed: 'Page removed from domain',
    failed: 'Couldn’t change the page',
  },
  check: {
    findings: 'What we found',
    passed: 'All records are correct',
    nothingFound: 'No records found yet',
    notChecked: 'Not checked yet',
    checkedAt: 'Last checked <date></date>',
    nextCheckAt: 'Next check <date></date>',
    button: 'Check now',
    busy: 'Checking…',
    failed: 'Couldn’t check the domain',
  },
  records: {
    label: ({ name }: { name: string }) => `DNS records for ${name}`,
    headings: {
      pending: 'Add these records',
      live: 'Keep these records',
      failing: 'Fix these records',
      off: 'Fix these records',
    },
    instructions:
      'Add them at your registrar or DNS provider for <zone></zone>. Most providers append <suffix></suffix> to names, so use the short name. If yours doesn’t, use the full name.',
    instructionsWithRoot:
      'Add them at your registrar or DNS provider for <zone></zone>. Most providers append <suffix></suffix> to names, so use the short name, where @ means the domain itself. If yours doesn’t, use the full name.',
    dailyCheck: 'We check them once a day.',
    help: 'Learn about DNS records',
    localDomain: '<b></b> works only on this computer, so it needs no DNS records.',
    columns: { type: 'Type', name: 'Name', value: 'Value', found: 'Found' },
    fullName: 'Full name',
    ownership: '1. Verify that you own the domain',
    address: '2. Point the domain here',
    anyOf: ' (one of these is enough)',
    states: {
      fits: 'Correct',
      differs: 'Different value found',
      missing: 'Not found',
      spare: 'Not needed',
      unseen: 'Not checked yet',
    },
    copy: 'Copy',
    copyName: ({ type }: Typed) => `Copy the name of the ${type} record`,
    copyFullName: ({ type }: Typed) => `Copy the full name of the ${type} record`,
    copyValue: ({ type }: Typed) => `Copy the value of the ${type} record`,
    copiedName: ({ type }: Typed) => `Copied the name of the ${type} record`,
    copiedFullName: ({ type }: Typed) => `Copied the full name of the ${type} record`,
    copiedValue: ({ type }: Typed) => `Copied the value of the ${type} record`,
  },
};
