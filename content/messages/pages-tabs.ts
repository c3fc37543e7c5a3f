import { navigationMessages } from './navigation.ts';

const { pages, files } = navigationMessages.navigation;

/** Tabs of the screens about pages and what they deliver. */
export const pagesTabsMessages = {
  label: pages,
  pages,
  files,
};
