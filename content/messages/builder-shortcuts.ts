/** Texts of the dialog with the builder’s keyboard shortcuts. */
export const builderShortcutMessages = {
  title: 'Keyboard shortcuts',
  keySeparator: ' and ',
  enableSingleKeys: 'Enable single-key shortcuts',
  undo: 'Undo',
  redo: 'Redo',
  save: 'Save now',
  publish: 'Publish',
  search: 'Search',
  desktop: 'Desktop preview',
  tablet: 'Tablet preview',
  mobile: 'Mobile preview',
  help: 'Show keyboard shortcuts',
};
