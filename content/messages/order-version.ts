/** Texts of the dialog with the version of a page that an order was made from. */
export const orderVersionMessages = {
  title: ({ version, page }: { version: number; page: string }) => `Version ${version} of ${page}`,
  preview: 'Preview of the purchased version',
  loadError: 'Couldn’t load this version',
  close: 'Close',
};
