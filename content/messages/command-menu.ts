/** Texts of the command menu while it is closed. */
export const commandMenuMessages = {
  button: 'Search',
  shortcut: ({ modifierKey }: { modifierKey: string }) => (modifierKey === '⌘' ? '⌘K' : `${modifierKey} K`),
  loadError: { title: 'Couldn’t open the search', message: 'Check your connection and reload the page.' },
} as const;
