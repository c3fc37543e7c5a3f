import { CloudAlert, CloudCheck, CloudOff, LoaderCircle, type LucideIcon } from 'lucide-react';

import type { SaveStatus } from './autosave.ts';

/** Formats a local time: 14:03. */
export const formatTime = (at: number): string =>
  new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

function getStatusDisplay(status: SaveStatus): { text: string; Icon: LucideIcon | null } {
  switch (status.kind) {
    case 'clean':
      return { text: '', Icon: null };
    case 'unsaved':
      return { text: 'Unsaved', Icon: null };
    case 'saving':
      return { text: 'Saving…', Icon: LoaderCircle };
    case 'saved':
      return { text: `Saved at ${formatTime(status.at)}`, Icon: CloudCheck };
    case 'offline':
      return { text: status.serverReached ? 'Not saved yet' : 'Offline', Icon: CloudOff };
    case 'refused':
      return { text: 'Not saved', Icon: CloudAlert };
    case 'changed-elsewhere':
      return { text: 'Not saved', Icon: CloudAlert };
  }
}

export function SaveStatusLine({ status }: { status: SaveStatus }) {
  const { text, Icon } = getStatusDisplay(status);
  return (
    <span className="b-saved" role="status">
      {Icon && <Icon className="i" aria-hidden="true" />}
      <span>{text}</span>
    </span>
  );
}
