import { useLocation } from 'react-router';

import { siteFrameMessages } from '#content/messages/site-frame.ts';

/** Messages that a page shows once after a redirect, by the code in `?notice=`. Unknown codes are ignored. */
const NOTICES = siteFrameMessages.notices;
type NoticeCode = keyof typeof NOTICES;

export const findNotice = (code: string | null) =>
  code !== null && Object.hasOwn(NOTICES, code) ? NOTICES[code as NoticeCode] : null;

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
