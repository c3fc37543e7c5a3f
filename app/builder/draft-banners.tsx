import { CloudAlert, GitCompare, History } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';

import { clockText } from './save-status-line.tsx';

type ElsewhereProps = { onLoad: () => void; onKeep: () => void };

/** Two tabs, or two people, on one page: nothing is lost before one of them has chosen. */
export const ElsewhereBanner = ({ onLoad, onKeep }: ElsewhereProps) => (
  <div className="banner canary b-strip" role="alert">
    <GitCompare className="i" aria-hidden="true" />
    <div>
      <b>This page was changed elsewhere.</b> Your changes here are not saved until you choose.
    </div>
    <Key size="sm" onClick={onLoad}>
      Load the other version
    </Key>
    <Key size="sm" onClick={onKeep}>
      Keep mine
    </Key>
  </div>
);

type CopyProps = { at: number; onDrop: () => void; onRestore: () => void };

/** What had been typed and had not reached the server when the tab went. */
export const CopyBanner = ({ at, onDrop, onRestore }: CopyProps) => (
  <div className="banner canary b-strip" role="status">
    <History className="i" aria-hidden="true" />
    <div>
      <b>We kept changes that were not saved.</b> They were typed in this browser at {clockText(at)}.
    </div>
    <Key size="sm" onClick={onDrop}>
      Discard them
    </Key>
    <Key size="sm" onClick={onRestore}>
      Bring them back
    </Key>
  </div>
);

/** The server would not take the draft as it is: the next change tries again. */
export const RefusedBanner = ({ message }: { message: string }) => (
  <div className="banner pink b-strip" role="alert">
    <CloudAlert className="i" aria-hidden="true" />
    <div>
      <b>Your last changes are not saved.</b> {message} They stay here and in this browser.
    </div>
  </div>
);
