import { data } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import { ErrorScreen, NOT_FOUND_COPY } from '#app/features/site/error-screen.tsx';
import { pageMeta, withSiteName } from '#app/features/site/page-meta.ts';
import { siteMessages } from '#content/messages/site.ts';

export const loader = () => data(null, { status: 404 });

export const meta = () => pageMeta({ title: withSiteName(NOT_FOUND_COPY.title) });

export default function NotFound() {
  return (
    <ErrorScreen {...NOT_FOUND_COPY}>
      <a className={buttonVariants('brass', 'lg')} href="/">
        {siteMessages.errors.home}
      </a>
    </ErrorScreen>
  );
}
