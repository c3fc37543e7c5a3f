import { Children, Fragment, isValidElement, type ReactNode } from 'react';

/** An email template's result. HTML and plain text are rendered from the same `body`, which consists of blocks only. */
export type EmailContent = {
  subject: string;
  title: string;
  /** Preview text that inboxes show after the subject. */
  preview: string;
  body: ReactNode;
};

/** URLs of the app that emails link to. */
export type EmailLinks = {
  home: string;
  builder: string;
  /** The seller's pages. */
  pages: string;
  subscription: string;
  account: string;
  /** The form for resetting the password. */
  password: string;
  /** Landing page of one-time links. */
  confirm: string;
  /** The seller's orders. */
  orders: string;
  /** The seller's domains. */
  domains: string;
  /** API keys and webhooks. */
  integrations: string;
  /** The buyer portal, and the landing page of its one-time links. */
  purchases: string;
  openPurchases: string;
};

/** Footer of an email: why the recipient gets it, and links to continue. */
export type EmailFooter = {
  lines: readonly string[];
  links: readonly (readonly [label: string, href: string])[];
};

/** Theme of an email: ours, the seller's, or neutral. */
export type EmailTheme =
  | { kind: 'house' }
  | { kind: 'seller'; name: string; logo: string | null; accent: string }
  | { kind: 'plain' };

/** A component of email bodies with its plain text; null if the text part leaves it out. */
type Block<Props> = { (props: Props): ReactNode; toText: (props: Props) => string | null };

export const defineBlock = <Props extends object>(
  Component: (props: Props) => ReactNode,
  toText: Block<Props>['toText'],
): Block<Props> => Object.assign(Component, { toText });

const isBlock = (type: unknown): type is Block<object> => typeof type === 'function' && 'toText' in type;

/** Plain texts of the blocks in a body. Throws TypeError for anything else, which would be missing in the text part. */
export function listBlockTexts(body: ReactNode): string[] {
  return Children.toArray(body).flatMap((node): string[] => {
    if (node === '') return [];
    if (!isValidElement<{ children?: ReactNode }>(node)) throw new TypeError('An email body contains a bare text');
    if (node.type === Fragment) return listBlockTexts(node.props.children);
    if (!isBlock(node.type)) throw new TypeError('An email body contains something else than a block');
    const text = node.type.toText(node.props);
    return text === null ? [] : [text];
  });
}

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

/** Joins the texts that JSX makes of a sentence with values. Throws TypeError for markup, which the text part cannot show. */
export const joinText = (children: ReactNode): string =>
  Children.toArray(children)
    .map((child) => {
      if (typeof child === 'object') throw new TypeError('A paragraph of an email contains markup');
      return String(child);
    })
    .join('');
