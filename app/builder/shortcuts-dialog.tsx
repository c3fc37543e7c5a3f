import { Fragment } from 'react';

import { Dialog } from '#app/ui/dialog.tsx';

import { shortcutLines } from './shortcuts.ts';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

type Props = { singles: boolean; onSingles: (on: boolean) => void; onClose: () => void };

/** Lists the keyboard shortcuts and toggles single-key shortcuts. */
export const ShortcutsDialog = ({ singles, onSingles, onClose }: Props) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose} focusFirst=".dlg-close">
    <dl className="b-keys small">
      {shortcutLines(isApple() ? '⌘' : 'Ctrl').map(({ keys, what }) => (
        <div key={`${what} ${keys.join(' ')}`}>
          <dt>{what}</dt>
          <dd>
            {keys.map((key, place) => (
              <Fragment key={key}>
                {place > 0 && <span className="vh"> and </span>}
                <kbd className="kbd">{key}</kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
    <label className="checkrow">
      <input type="checkbox" checked={singles} onChange={(event) => onSingles(event.target.checked)} />
      <span>Shortcuts of a single key act while nothing is typed</span>
    </label>
  </Dialog>
);
