/** Names of the kinds of deliverables. */
export const deliverableKindNames = {
  file: 'File',
  keys: 'License keys',
  link: 'Private link',
  text: 'Text',
};
