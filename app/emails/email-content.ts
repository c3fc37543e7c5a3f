/** Content of a receipt. */
export type ReceiptContent = {
  seller: string;
  number: string;
  dateTime: string;
  lines: readonly (readonly [name: string, amount: string])[];
  total: readonly [name: string, amount: string];
};

/** A block of an email. The HTML and the text part are rendered from the same blocks. */
export type EmailBlock =
  | { kind: 'text'; text: string }
  /** Multi-line text by someone else, such as the seller or a reporter. */
  | { kind: 'words'; intro: string; text: string }
  /** The main amount of the email, shown as a cash register display. Minor units. */
  | { kind: 'figure'; amount: number; currency: string; caption: string }
  /** The same in a seller's neutral theme. */
  | { kind: 'amount'; amount: number; currency: string; caption: string }
  | { kind: 'paper'; receipt: ReceiptContent }
  /** Progress bar of a limit. The text blocks state the percentage. */
  | { kind: 'roll'; percentage: number }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** A buyer's answers below their questions. Answers may have several lines. */
  | { kind: 'answers'; caption: string; rows: readonly (readonly [question: string, answer: string])[] }
  /** Terms that the recipient agreed to. */
  | { kind: 'consent'; text: string }
  | { kind: 'key'; label: string; href: string }
  /** A secondary action. */
  | { kind: 'link'; label: string; href: string }
  /** A six-digit code, copied as one word. */
  | { kind: 'code'; caption: string; code: string };

export type EmailContent = {
  subject: string;
  title: string;
  /** Preview text that inboxes show after the subject. */
  preview: string;
  blocks: readonly EmailBlock[];
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
