import { CloudAlert, GitCompare, History } from 'lucide-react';

import { Button } from '#app/ui/key.tsx';

import { formatTime } from './save-status-line.tsx';

type ConflictProps = { onLoad: () => void; onOverwrite: () => void };

/** Conflict between two sessions on one page: nothing is saved until the seller decides. */
export const ConflictBanner = ({ onLoad, onOverwrite }: ConflictProps) => (
  <div className="banner canary b-strip" role="alert">
    <GitCompare className="i" aria-hidden="true" />
    <div>
      <b>This page was changed elsewhere.</b> Your changes here are not saved until you choose.
    </div>
    <Button size="sm" onClick={onLoad}>
      Load the other version
    </Button>
    <Button size="sm" onClick={onOverwrite}>
      Keep mine
    </Button>
  </div>
);

type LocalCopyProps = { at: number; onDiscard: () => void; onRestore: () => void };

/** Offers to restore unsaved changes of an earlier session. */
export const LocalCopyBanner = ({ at, onDiscard, onRestore }: LocalCopyProps) => (
  <div className="banner canary b-strip" role="status">
    <History className="i" aria-hidden="true" />
    <div>
      <b>We kept changes that were not saved.</b> They were typed in this browser at {formatTime(at)}.
    </div>
    <Button size="sm" onClick={onDiscard}>
      Discard them
    </Button>
    <Button size="sm" onClick={onRestore}>
      Bring them back
    </Button>
  </div>
);

/** Reports that the server rejected the draft; the next change triggers another save. */
export const SaveRejectedBanner = ({ message }: { message: string }) => (
  <div className="banner pink b-strip" role="alert">
    <CloudAlert className="i" aria-hidden="true" />
    <div>
      <b>Your last changes are not saved.</b> {message} They stay here and in this browser.
    </div>
  </div>
);
