import { toast } from './toast.ts';

/** Returns the URL without its notice, for the current history entry. */
export function removeNoticeParam(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('notice');
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Shows the notice as a toast and removes it from the URL, so that a reload does not repeat it. */
export function showNoticeToast(): void {
  const notice = document.querySelector<HTMLElement>('.notice');
  if (!notice) return;
  const [title, message] = notice.querySelectorAll('b, span');
  toast(
    { title: title?.textContent ?? '', message: message?.textContent ?? '' },
    { destructive: notice.dataset.destructive === 'true' },
  );
  notice.remove();
  history.replaceState(history.state, '', removeNoticeParam(location.href));
}
