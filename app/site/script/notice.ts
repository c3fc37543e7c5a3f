import { withoutNotice } from '../without-notice.ts';
import { toast } from './toast.ts';

/** The notice's words as a toast; they leave the address, so that a reload does not say them again. */
export function sayNotice(): void {
  const notice = document.querySelector<HTMLElement>('.notice');
  if (!notice) return;
  const [title, message] = notice.querySelectorAll('b, span');
  toast(
    { title: title?.textContent ?? '', message: message?.textContent ?? '' },
    { destructive: notice.dataset.destructive === 'true' },
  );
  notice.remove();
  history.replaceState(history.state, '', withoutNotice(location.href));
}
