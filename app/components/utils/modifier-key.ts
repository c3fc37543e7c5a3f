import { useSyncExternalStore } from 'react';

/** True on Apple systems, where shortcuts use Command. There, Control+K deletes text to the end of the line. */
export const isApplePlatform = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

export type ModifierKey = 'Ctrl' | '⌘';

export const getModifierKey = (): ModifierKey => (isApplePlatform() ? '⌘' : 'Ctrl');

const subscribe = () => () => undefined;

/** The modifier key of shortcuts, for texts that the server renders too. */
export const useModifierKey = (): ModifierKey => useSyncExternalStore(subscribe, getModifierKey, () => 'Ctrl');
