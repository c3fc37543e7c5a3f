import { useLocation } from 'react-router';

import { findNotice } from '#domain/redirect-notices.ts';

/** The notice of `?notice=` at the top of a page. With JavaScript it becomes a toast. */
export function NoticeBanner() {
  const code = new URLSearchParams(useLocation().search).get('notice');
  const notice = findNotice(code);
  if (!notice) return null;
  return (
    <div className="notice" data-destructive={code === 'page-not-found' || undefined}>
      <p className="wrap" role="status">
        <b>{notice.title}</b> <span>{notice.message}</span>
      </p>
    </div>
  );
}
