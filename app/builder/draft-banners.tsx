import { CloudAlert, GitCompare, History } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';

import { clockText } from './save-status-line.tsx';

type ElsewhereProps = { onLoad: () => void; onKeep: () => void };

/** Conflict between two sessions on one page: nothing is saved until the seller decides. */
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

/** Offers to restore unsaved changes of an earlier session. */
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

/** Reports that the server rejected the draft; the next change triggers another save. */
export const RefusedBanner = ({ message }: { message: string }) => (
  <div className="banner pink b-strip" role="alert">
    <CloudAlert className="i" aria-hidden="true" />
    <div>
      <b>Your last changes are not saved.</b> {message} They stay here and in this browser.
    </div>
  </div>
);
