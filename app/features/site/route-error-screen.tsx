import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import { BrandLink } from '#app/lib/brand-link.tsx';
import { siteMessages } from '#content/messages/site.ts';
import { SITE } from '#content/site.ts';

import { ErrorScreen, NOT_FOUND_COPY } from './error-screen.tsx';

/* Loaded by URL instead of a side-effect import, because the root is part of checkout pages, which need none of this. */
import styles from './route-error.css?url&no-inline';

const SERVER_ERROR_COPY = {
  ...siteMessages.errors.server,
  code: '500',
} as const;

const UNAVAILABLE_COPY = {
  ...siteMessages.errors.unavailable,
  code: '503',
} as const;

const getErrorCopy = (error: unknown): typeof NOT_FOUND_COPY | typeof UNAVAILABLE_COPY | typeof SERVER_ERROR_COPY => {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return NOT_FOUND_COPY;
  return status === 503 ? UNAVAILABLE_COPY : SERVER_ERROR_COPY;
};

/** Error page of a route: 404 for a missing page, 503 while data is unavailable, 500 otherwise. */
export function RouteErrorScreen() {
  const copy = getErrorCopy(useRouteError());
  const { pathname, search } = useLocation();
  return (
    <>
      <title>{`${copy.title} · ${SITE.name}`}</title>
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href={styles} precedence="default" />
      <header className="bar on-enamel">
        <div className="wrap">
          <BrandLink />
        </div>
      </header>
      <ErrorScreen {...copy}>
        {copy !== NOT_FOUND_COPY && (
          <a className={buttonVariants('enamel', 'lg')} href={`${pathname}${search}`}>
            {siteMessages.errors.retry}
          </a>
        )}
        <a className={buttonVariants('brass', 'lg')} href="/">
          {siteMessages.errors.home}
        </a>
      </ErrorScreen>
    </>
  );
}
