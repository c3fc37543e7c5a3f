import { data } from 'react-router';

import { LostScreen, NOT_FOUND } from '#app/site/lost-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';
import { keyClass } from '#app/ui/key.tsx';

export const loader = () => data(null, { status: 404 });

export const meta = () => pageMeta({ title: titled(NOT_FOUND.title) });

export default function NotFound() {
  return (
    <LostScreen {...NOT_FOUND}>
      <a className={keyClass('brass', 'lg')} href="/">
        Back to home
      </a>
    </LostScreen>
  );
}
