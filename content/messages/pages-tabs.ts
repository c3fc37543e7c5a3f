import { navigationMessages } from './navigation.ts';

const { pages, files, licenses } = navigationMessages.navigation;

/** Tabs of the screens about pages and what they deliver. */
export const pagesTabsMessages = {
  label: pages,
  pages,
  files,
  licenses,
};
