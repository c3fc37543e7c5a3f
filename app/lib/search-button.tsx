import { Search } from 'lucide-react';

import { useModifierKey } from '#app/components/utils/modifier-key.ts';
import { commandMenuMessages } from '#content/messages/command-menu.ts';

import { setCommandMenuOpen } from './command-menu.ts';
import { useSession } from './session/session.ts';

/** Opens the command menu. Shows its shortcut, and only an icon where there is little room. */
export function SearchButton() {
  const { status } = useSession();
  const modifierKey = useModifierKey();
  if (status !== 'signed-in') return null;
  return (
    <button
      type="button"
      className="search-button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setCommandMenuOpen(true)}
    >
      <Search className="i" aria-hidden="true" />
      <span className="search-button__label">{commandMenuMessages.button}</span>
      <kbd className="kbd" aria-hidden="true">
        {commandMenuMessages.shortcut({ modifierKey })}
      </kbd>
    </button>
  );
}
