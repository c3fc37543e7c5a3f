import { lazy, Suspense, useEffect, useEffectEvent, type ComponentType } from 'react';

import { toast } from '#app/components/toast.tsx';
import { isApplePlatform } from '#app/components/utils/modifier-key.ts';
import { setCommandMenuOpen, useCommandMenuOpen } from '#app/lib/command-menu.ts';
import { commandMenuMessages } from '#content/messages/command-menu.ts';

import { isCommandMenuShortcut } from './is-command-menu-shortcut.ts';

type DialogProps = { onClose: () => void; onSignOut: () => void };

const CommandMenuDialog = lazy((): Promise<{ default: ComponentType<DialogProps> }> =>
  import('./command-menu-dialog.tsx').then(
    (module) => ({ default: module.CommandMenuDialog }),
    () => ({ default: LoadError }),
  ),
);

function LoadError({ onClose }: DialogProps) {
  useEffect(() => {
    toast(commandMenuMessages.loadError, { destructive: true });
    onClose();
  }, [onClose]);
  return null;
}

const closeMenu = () => setCommandMenuOpen(false);

const isOtherDialogOpen = (): boolean => document.querySelector('.dialog-overlay') !== null;

/** The command menu: ⌘K or Ctrl+K opens and closes it, like the search button. */
export function CommandMenu({ onSignOut }: { onSignOut: () => void }) {
  const isOpen = useCommandMenuOpen();
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isCommandMenuShortcut(event, isApplePlatform()) || (!isOpen && isOtherDialogOpen())) return;
    event.preventDefault();
    event.stopPropagation();
    setCommandMenuOpen(!isOpen);
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown, { capture: true });
    return () => {
      document.removeEventListener('keydown', handleKeyDown, { capture: true });
      closeMenu();
    };
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={<div className="dialog-overlay" />}>
      <CommandMenuDialog onClose={closeMenu} onSignOut={onSignOut} />
    </Suspense>
  );
}
