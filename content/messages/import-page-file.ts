/** Texts of importing a page from a file. */
export const importPageFileMessages = {
  button: 'Import file',
  inputLabel: 'Page file',
  busy: 'Importing…',
  success: 'Page imported',
  successMessage: 'It’s a draft until you publish it.',
  failure: 'Import failed',
  notAPage: 'This isn’t an exported page. Choose a .tillwright.json file.',
  newerVersion:
    'This file was exported from a newer version of Tillwright. You can import it after this site is updated.',
  tooLarge: ({ megabytes }: { megabytes: number }) => `Page files can’t be larger than ${megabytes} MB.`,
  unreadable: 'Your browser couldn’t read this file. It may have been moved or deleted.',
};
