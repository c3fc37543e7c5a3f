import { toast } from './toast.tsx';

/** A tab that was opened in a click, to be sent on when its address has come. */
export type BlankTab = { send: (url: string, label: string) => void; close: () => void };

/** Must be called in the click itself. A tab that the browser does not open becomes a link in a toast. */
export function openBlankTab(): BlankTab {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return {
    send(url, label) {
      if (tab && !tab.closed) tab.location.replace(url);
      else
        toast(
          { title: 'Your browser kept the new tab closed', message: 'Open it from here instead.' },
          { link: { label, href: url } },
        );
    },
    close: () => tab?.close(),
  };
}
