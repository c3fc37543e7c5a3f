import { NavLink } from 'react-router';

import { pagesTabsMessages } from '#content/messages/pages-tabs.ts';

/** Links between the screens about pages and what they deliver. */
export const PagesTabs = () => (
  <nav className="tabs pages-tabs" aria-label={pagesTabsMessages.label}>
    <NavLink to="/pages" end>
      {pagesTabsMessages.pages}
    </NavLink>
    <NavLink to="/files">{pagesTabsMessages.files}</NavLink>
    <NavLink to="/licenses">{pagesTabsMessages.licenses}</NavLink>
  </nav>
);
