import { plural } from './plural.ts';

/** Texts of the sandbox pages that show the emails and text messages of the app. */
export const sandboxMailMessages = {
  pageTitle: ({ title }: { title: string }): string => `${title} · Sandbox`,
  banner: 'Sandbox: messages to sellers and buyers.',
  delivery: { smtp: 'Emails are also sent by SMTP.', none: 'Nothing is actually sent.' },
  smsSubject: 'Text message',
  all: 'All messages',
  notFound: { title: 'Not found', text: 'This message doesn’t exist.' },
  remote: {
    title: 'Only available on the server',
    text: 'Messages contain links that open accounts, so this page is only shown on the machine that runs the app. To open it from another computer, forward the port and keep that window open:',
    open: ({ url }: { url: string }): string => `Then open <url>${url}</url> in your browser.`,
  },
  list: {
    title: 'Messages',
    lead: 'Everything sent to sellers and buyers, newest first.',
    to: 'To',
    toPlaceholder: 'Part of the address',
    search: 'Search',
    columns: { subject: 'Subject', to: 'To', order: 'Order', time: 'Time', status: 'Status' },
    order: ({ number }: { number: number }): string => `No. ${number}`,
    tries: ({ count }: { count: number }): string => plural(count, { one: '1 try', other: `${count} tries` }),
    empty: 'No messages yet. New sellers get a welcome email, and every buyer gets a receipt.',
    noMatches: 'No messages to this address.',
  },
  message: {
    preview: 'Preview',
    openPreview: 'Open in full',
    text: 'Plain text',
    facts: {
      from: 'From',
      replyTo: 'Reply to',
      to: 'To',
      kind: 'Kind',
      order: 'Order',
      createdAt: 'Created',
      status: 'Status',
      lastError: 'Last error',
    },
  },
  simulation: {
    title: 'Simulate delivery',
    text: 'Simulate how the recipient’s mail server responds, and see how the app reacts.',
    suppressed: ({ reason }: { reason: string }): string =>
      `Only emails that the recipient requests are sent to this address (${reason}).`,
    bounce: 'Simulate a bounce',
    complaint: 'Simulate a spam complaint',
    allow: 'Allow emails again',
  },
};
