import {
  ChartColumn,
  CircleQuestionMark,
  CreditCard,
  Globe,
  HardDrive,
  KeyRound,
  LayoutTemplate,
  LogOut,
  PackagePlus,
  PanelsTopLeft,
  Plus,
  ReceiptText,
  Repeat2,
  UserRound,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

import { commandMenuDialogMessages } from '#content/messages/command-menu-dialog.ts';
import { navigationMessages } from '#content/messages/navigation.ts';
import { matchesQuery } from '#domain/help-search.ts';

const { actions, screens, keywords } = commandMenuDialogMessages;
const { navigation } = navigationMessages;

/** An entry of the command menu. `to` is a screen of the app, `href` a page of the site, which opens in a new tab. */
export type Command = { label: string; keywords: string; Icon: LucideIcon } & (
  | { to: string }
  | { href: string }
  | { action: 'sign-out' }
);

/** Screens in the order of the navigation. */
export const SCREENS: readonly Command[] = [
  { label: navigation.pages, keywords: keywords.pages, Icon: PanelsTopLeft, to: '/pages' },
  { label: navigation.files, keywords: keywords.files, Icon: HardDrive, to: '/files' },
  { label: navigation.licenses, keywords: keywords.licenses, Icon: KeyRound, to: '/licenses' },
  { label: navigation.orders, keywords: keywords.orders, Icon: ReceiptText, to: '/orders' },
  { label: screens.subscriptions, keywords: keywords.subscriptions, Icon: Repeat2, to: '/orders/subscriptions' },
  { label: navigation.customers, keywords: keywords.customers, Icon: Users, to: '/customers' },
  { label: navigation.analytics, keywords: keywords.analytics, Icon: ChartColumn, to: '/analytics' },
  { label: navigation.domains, keywords: keywords.domains, Icon: Globe, to: '/domains' },
  { label: navigation.integrations, keywords: keywords.integrations, Icon: Webhook, to: '/integrations' },
  { label: navigation.billing, keywords: keywords.billing, Icon: CreditCard, to: '/subscription' },
  { label: navigation.account, keywords: keywords.account, Icon: UserRound, to: '/account' },
  { label: navigation.help, keywords: keywords.help, Icon: CircleQuestionMark, href: '/help' },
];

export const ACTIONS: readonly Command[] = [
  { label: actions.newPage, keywords: keywords.newPage, Icon: Plus, to: '/builder' },
  { label: actions.template, keywords: keywords.template, Icon: LayoutTemplate, to: '/pages?new=1' },
  { label: screens.importProducts, keywords: keywords.importProducts, Icon: PackagePlus, to: '/pages/import' },
  { label: actions.signOut, keywords: keywords.signOut, Icon: LogOut, action: 'sign-out' },
];

/**
 * The entries that match, best first: label starts with the query, label contains it, then matches in `getText` as well.
 * All entries match a blank query.
 */
export function findMatches<T>(
  entries: readonly T[],
  query: string,
  getLabel: (entry: T) => string,
  getText: (entry: T) => string,
): T[] {
  if (query.trim() === '') return [...entries];
  const rank = (entry: T): number => {
    const label = getLabel(entry);
    if (label.toLowerCase().startsWith(query.trim().toLowerCase())) return 0;
    return matchesQuery(label, query) ? 1 : 2;
  };
  return entries
    .filter((entry) => matchesQuery(`${getLabel(entry)}\n${getText(entry)}`, query))
    .toSorted((first, second) => rank(first) - rank(second));
}

export const findCommands = (commands: readonly Command[], query: string): Command[] =>
  findMatches(
    commands,
    query,
    ({ label }) => label,
    (command) => command.keywords,
  );
