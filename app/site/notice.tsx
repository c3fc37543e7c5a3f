import { useLocation } from 'react-router';

import { noticeOf } from '#domain/notices.ts';

/** The notice of `?notice=` at the top of a page. With JavaScript it becomes a toast. */
export function Notice() {
  const code = new URLSearchParams(useLocation().search).get('notice');
  const notice = noticeOf(code);
  if (!notice) return null;
  return (
    <div className="notice" data-destructive={code === 'page-not-found' || undefined}>
      <p className="wrap" role="status">
        <b>{notice.title}</b> <span>{notice.message}</span>
      </p>
    </div>
  );
}
