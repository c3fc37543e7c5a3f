import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { toast } from '#app/ui/toast.tsx';
import { useInBrowser } from '#app/ui/use-in-browser.ts';
import { noticeOf } from '#domain/notices.ts';

import { withoutNotice } from './without-notice.ts';

const codeIn = (search: string): string | null => new URLSearchParams(search).get('notice');

/** Reads the address itself: it is changed behind the router's back, and effects may run twice. */
function sayOnce(): void {
  const code = codeIn(window.location.search);
  const notice = noticeOf(code);
  if (!notice) return;
  toast(notice, { destructive: code === 'page-not-found' });
  window.history.replaceState(window.history.state, '', withoutNotice(window.location.href));
}

/** The words of `?notice=`: a toast with script, a sentence at the top without. */
export function Notice() {
  const { search, key } = useLocation();
  useEffect(sayOnce, [search, key]);
  const inBrowser = useInBrowser();
  const notice = noticeOf(codeIn(search));
  if (inBrowser || !notice) return null;
  return (
    <div className="notice">
      <p className="wrap" role="status">
        <b>{notice.title}</b> {notice.message}
      </p>
    </div>
  );
}
