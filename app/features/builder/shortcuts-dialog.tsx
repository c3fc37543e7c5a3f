import { Fragment } from 'react';

import { Dialog } from '#app/components/dialog.tsx';
import { getModifierKey, type ModifierKey } from '#app/components/utils/modifier-key.ts';
import { builderShortcutMessages as messages } from '#content/messages/builder-shortcuts.ts';

type ShortcutLine = { keys: readonly string[]; description: string };

/** Entries of the shortcuts dialog; `modifier` is the shortcut key of the system. */
export const listShortcuts = (modifier: ModifierKey): readonly ShortcutLine[] => [
  { keys: [modifier, 'Z'], description: messages.undo },
  { keys: [modifier, 'Shift', 'Z'], description: messages.redo },
  { keys: ['Ctrl', 'Y'], description: messages.redo },
  { keys: [modifier, 'S'], description: messages.save },
  { keys: [modifier, 'Enter'], description: messages.publish },
  { keys: [modifier, 'K'], description: messages.search },
  { keys: ['1'], description: messages.desktop },
  { keys: ['2'], description: messages.tablet },
  { keys: ['3'], description: messages.mobile },
  { keys: ['?'], description: messages.help },
];

type ShortcutsDialogProps = {
  singleKeysEnabled: boolean;
  onSingleKeysChange: (on: boolean) => void;
  onClose: () => void;
};

/** Lists the keyboard shortcuts and toggles single-key shortcuts. */
export const ShortcutsDialog = ({ singleKeysEnabled, onSingleKeysChange, onClose }: ShortcutsDialogProps) => (
  <Dialog title={messages.title} onClose={onClose} initialFocus=".dialog__close">
    <dl className="shortcuts-dialog__list small">
      {listShortcuts(getModifierKey()).map(({ keys, description }) => (
        <div key={`${description} ${keys.join(' ')}`}>
          <dt>{description}</dt>
          <dd>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="vh">{messages.keySeparator}</span>}
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
      <span>{messages.enableSingleKeys}</span>
    </label>
  </Dialog>
);
