/** The paper that a buyer keeps. */
export type Paper = {
  seller: string;
  number: string;
  moment: string;
  lines: readonly (readonly [name: string, amount: string])[];
  total: readonly [name: string, amount: string];
};

/** A piece of a mail; both of its parts, HTML and text, are drawn from the same pieces. */
export type MailBlock =
  | { kind: 'text'; text: string }
  /** Somebody else's words, as they have written them: of several lines. */
  | { kind: 'words'; by: string; text: string }
  /** The one amount of the mail, in the till's window. Minor units. */
  | { kind: 'figure'; amount: number; currency: string; caption: string }
  /** The same on a seller's plain paper. */
  | { kind: 'amount'; amount: number; currency: string; caption: string }
  | { kind: 'paper'; paper: Paper }
  /** How much of a limit is used; said in words elsewhere. */
  | { kind: 'roll'; percentage: number }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** What a buyer answered, each beneath its question; values may have several lines. */
  | { kind: 'answers'; caption: string; rows: readonly (readonly [question: string, answer: string])[] }
  /** What its reader has agreed to. */
  | { kind: 'consent'; text: string }
  | { kind: 'key'; label: string; href: string }
  /** A way that fewer will go. */
  | { kind: 'link'; label: string; href: string }
  /** Six digits to be typed, or copied as one. */
  | { kind: 'code'; caption: string; code: string };

export type MailWords = {
  subject: string;
  title: string;
  /** What lists of mail show after the subject. */
  preview: string;
  blocks: readonly MailBlock[];
};

/** Where a mail's own links lead. */
export type MailLinks = {
  home: string;
  builder: string;
  /** A seller's pages. */
  pages: string;
  subscription: string;
  account: string;
  /** Where a new password is asked for. */
  password: string;
  /** The page behind the links that work once. */
  confirm: string;
  /** A seller's orders. */
  orders: string;
  /** A seller's domains. */
  domains: string;
  /** Where a seller's own programs are connected. */
  integrations: string;
  /** A buyer's own page, and where its links that work once lead. */
  purchases: string;
  openPurchases: string;
};

/** What stands below every mail: why its reader gets it, and where to go on. */
export type MailFoot = {
  lines: readonly string[];
  links: readonly (readonly [label: string, href: string])[];
};

/** How a mail is dressed: as ours, as its seller's, or as nobody's. */
export type MailLook =
  | { kind: 'house' }
  | { kind: 'seller'; name: string; logo: string | null; accent: string }
  | { kind: 'plain' };
