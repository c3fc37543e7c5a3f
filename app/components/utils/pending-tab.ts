import { toast } from '../toast.tsx';

/** A tab opened by a click that navigates once its URL is known. */
export type PendingTab = { navigate: (url: string, label: string) => void; close: () => void };

/** Call this inside the click handler. If the browser blocks the tab, a toast shows the link instead. */
export function openPendingTab(): PendingTab {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return {
    navigate(url, label) {
      if (tab && !tab.closed) tab.location.replace(url);
      else
        toast(
          { title: 'Your browser blocked the new tab', message: 'Use this link instead.' },
          { link: { label, href: url } },
        );
    },
    close: () => tab?.close(),
  };
}
