import type { ReactNode } from 'react';

import type { EmailKind, EmailOf } from '#domain/email.ts';
import type { FontPair } from '#domain/fonts.ts';

import type { EmailPalette } from './email-palette.ts';

/** A part of an email's body, as HTML and as plain text; the text part leaves out a null. */
export type EmailBlock = { render: (palette: EmailPalette) => ReactNode; text: string | null };

/** An email template's result. HTML and plain text are rendered from the same `body`. */
export type EmailContent = {
  subject: string;
  /** The subject, unless the heading says something else. */
  title?: string;
  /** Preview text that inboxes show after the subject. */
  preview: string;
  /** Paragraphs and other blocks. Empty entries are left out. */
  body: readonly (string | EmailBlock | false | null)[];
};

/** URLs of the app that emails link to. */
export const createLinks = (appUrl: string) => ({
  home: appUrl,
  builder: `${appUrl}/builder`,
  pages: `${appUrl}/pages`,
  subscription: `${appUrl}/subscription`,
  account: `${appUrl}/account`,
  /** Which optional emails a seller receives. */
  preferences: `${appUrl}/account#notices`,
  /** The form for resetting the password. */
  password: `${appUrl}/auth/forgot`,
  /** Landing page of one-time links. */
  confirm: `${appUrl}/auth/confirm`,
  orders: `${appUrl}/orders`,
  domains: `${appUrl}/domains`,
  licenses: `${appUrl}/licenses`,
  /** API keys and webhooks. */
  integrations: `${appUrl}/integrations`,
  /** The buyer portal, and the landing page of its one-time links. */
  purchases: `${appUrl}/purchases`,
  openPurchases: `${appUrl}/purchases/open`,
  /** Links that open what an order delivers. */
  access: `${appUrl}/g/`,
  /** Where buyers decline emails about new versions. */
  emailOptOut: `${appUrl}/g/emails/`,
});

export type EmailLinks = ReturnType<typeof createLinks>;

/** A function for each kind of email. */
export type EmailTemplates = { [K in EmailKind]: (mail: EmailOf<K>, links: EmailLinks) => EmailContent };

/** Footer of an email: why the recipient gets it, how to reach the sender, and links to continue. */
export type EmailFooter = {
  lines: readonly string[];
  /** Name and postal address of the operator, in emails that don't come from a seller. */
  address: string | null;
  links: readonly (readonly [label: string, href: string])[];
};

/** Theme of an email: ours, the seller's, or neutral. */
export type EmailTheme =
  | { kind: 'house' }
  | { kind: 'seller'; name: string; logo: string | null; accent: string; fonts: FontPair | null }
  | { kind: 'plain' };

const LINE_WIDTH = 72;

/** Wraps text at 72 characters. Words such as URLs are never split. */
export function wrapText(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const lastLine = lines.at(-1) ?? '';
    if (lastLine === '') lines[lines.length - 1] = word;
    else if (lastLine.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${lastLine} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
