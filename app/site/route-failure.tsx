import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';

import { keyClass } from '#app/ui/key.tsx';
import { Mark } from '#app/ui/mark.tsx';
import { SITE } from '#content/site.ts';

/* An address, not an import for its effect: the root is part of public checkout pages, which load none of this. */
import styles from './failure.css?url&no-inline';
import { LostScreen, NOT_FOUND } from './lost-screen.tsx';

const FAILED = {
  title: 'Something went wrong',
  text: 'This page could not be made. The fault is on our side; please try again in a moment.',
  figure: '500',
} as const;

const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

/** What is shown when a route throws: 404 for what is not there, 500 for everything else. */
export function RouteFailure() {
  const missing = isMissing(useRouteError());
  const { pathname, search } = useLocation();
  const words = missing ? NOT_FOUND : FAILED;
  return (
    <>
      <title>{`${words.title} · ${SITE.name}`}</title>
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href={styles} precedence="default" />
      <header className="bar on-enamel">
        <div className="wrap">
          <a className="brand" href="/">
            <Mark />
            <span>{SITE.name}</span>
          </a>
        </div>
      </header>
      <LostScreen {...words}>
        {!missing && (
          <a className={keyClass('enamel', 'lg')} href={`${pathname}${search}`}>
            Try again
          </a>
        )}
        <a className={keyClass('brass', 'lg')} href="/">
          Back to home
        </a>
      </LostScreen>
    </>
  );
}
