/** A piece of a mail; both of its parts, HTML and text, are drawn from the same pieces. */
export type MailBlock =
  | { kind: 'text'; text: string }
  /** The one amount of the mail. US cents. */
  | { kind: 'figure'; cents: number; caption: string }
  /** How much of a limit is used; said in words elsewhere. */
  | { kind: 'roll'; percentage: number }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
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
  subscription: string;
  account: string;
  /** Where a new password is asked for. */
  password: string;
  /** The page behind the links that work once. */
  confirm: string;
};

/** What stands below every mail: why its reader gets it, and one link. */
export type MailFoot = { lines: readonly string[]; label: string; href: string };
