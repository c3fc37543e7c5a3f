import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';

import { keyClass } from '#app/ui/key.tsx';
import { Mark } from '#app/ui/mark.tsx';
import { SITE } from '#content/site.ts';

/* Loaded by URL instead of a side-effect import, because the root is part of checkout pages, which need none of this. */
import styles from './failure.css?url&no-inline';
import { LostScreen, NOT_FOUND } from './lost-screen.tsx';

const FAILED = {
  title: 'Something went wrong',
  text: 'This page could not be made. The fault is on our side; please try again in a moment.',
  figure: '500',
} as const;

const AWAY = {
  title: 'Back in a moment',
  text: 'The till is being wound up again. Nothing is lost; please try again in a moment.',
  figure: '503',
} as const;

const wordsOf = (error: unknown): typeof NOT_FOUND | typeof AWAY | typeof FAILED => {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return NOT_FOUND;
  return status === 503 ? AWAY : FAILED;
};

/** Error page of a route: 404 for a missing page, 503 while data is unavailable, 500 otherwise. */
export function RouteFailure() {
  const words = wordsOf(useRouteError());
  const { pathname, search } = useLocation();
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
        {words !== NOT_FOUND && (
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
