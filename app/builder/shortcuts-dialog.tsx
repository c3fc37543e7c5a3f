import { Fragment } from 'react';

import { Dialog } from '#app/ui/dialog.tsx';

import { listShortcuts } from './shortcuts.ts';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

type ShortcutsDialogProps = {
  singleKeysEnabled: boolean;
  onSingleKeysChange: (on: boolean) => void;
  onClose: () => void;
};

/** Lists the keyboard shortcuts and toggles single-key shortcuts. */
export const ShortcutsDialog = ({ singleKeysEnabled, onSingleKeysChange, onClose }: ShortcutsDialogProps) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose} initialFocus=".dlg-close">
    <dl className="b-keys small">
      {listShortcuts(isApple() ? '⌘' : 'Ctrl').map(({ keys, description }) => (
        <div key={`${description} ${keys.join(' ')}`}>
          <dt>{description}</dt>
          <dd>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="vh"> and </span>}
                <kbd className="kbd">{key}</kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
    <label className="checkrow">
      <input
        type="checkbox"
        checked={singleKeysEnabled}
        onChange={(event) => onSingleKeysChange(event.target.checked)}
      />
      <span>Shortcuts of a single key act while nothing is typed</span>
    </label>
  </Dialog>
);
