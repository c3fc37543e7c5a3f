import { plural } from './plural.ts';

/** Texts of the list of all files, and of the storage that they use. */
export const fileMessages = {
  title: 'Files',
  loadError: 'Couldn’t load your files',
  caption: 'Files by page',
  columns: {
    file: 'File',
    page: 'Page',
    size: 'Total size',
    versions: 'Versions',
    scan: 'Virus scan',
    actions: 'Actions',
  },
  fileName: ({ name, size }: { name: string; size: string }) => `${name}, ${size}`,
  notUploaded: 'Not uploaded yet',
  removed: 'Earlier buyers only',
  removedHint:
    'Files marked “Earlier buyers only” are no longer on their page. We keep them for as long as a buyer has access.',
  versions: ({ count }: { count: number }) => plural(count, { one: '1 version', other: `${count} versions` }),
  /** Follows the page's name in a link; for screen readers. */
  pageSuffix: ', open its delivery',
  scans: {
    clean: 'No threats found',
    waiting: 'Being scanned',
    refused: 'Rejected',
    unscanned: 'Not scanned',
  },
  earlierHint: 'Earlier versions don’t count toward your storage. If space runs out, the oldest ones are deleted.',
  refusedHint: 'Files that the virus scan rejected aren’t delivered. Replace them with clean ones.',
  unscannedHint:
    'Files marked “Not scanned” were uploaded without a virus scan, because none is set up on this server. Scan files yourself before you upload them.',
  download: 'Download',
  downloading: 'Preparing…',
  downloadSuffix: ({ name }: { name: string }) => ` ${name}`,
  downloadFailed: 'Download failed',
  empty: {
    title: 'No files yet',
    text: 'Sell a download: add a file to a page under Delivery, and buyers get it as soon as they pay.',
    link: 'Go to your pages',
  },
  storage: {
    title: 'Storage',
    used: ({ used, limit }: { used: string; limit: string }) => `${used} of ${limit} used`,
    barLabel: 'Used storage',
    full: 'Your storage is full. To upload more, remove files or choose a larger plan.',
    plans: 'Compare plans',
    files: 'See your files',
  },
};
