import { useLocation } from 'react-router';

/** Messages that a page shows once after a redirect, by the code in `?notice=`. Unknown codes are ignored. */
export const NOTICES = {
  'page-not-found': { title: 'Page not found', message: "This checkout page doesn't exist" },
  'page-gone': {
    title: 'Page not found',
    message: 'This page is not on sale any more. Nothing was charged.',
  },
  'account-deleted': {
    title: 'Account deleted',
    message: 'Your pages are gone, and so is everything that names you. Thank you for the time you were here.',
  },
  'signed-out': { title: 'Signed out', message: 'You have been signed out successfully.' },
} as const;
export type NoticeCode = keyof typeof NOTICES;

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
