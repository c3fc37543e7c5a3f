/** Texts of the field controls of the builder. */
export const builderFieldMessages = {
  entryCount: ({ count, max }: { count: number; max: number }) => `${count} of ${max}`,
  characterCount: ({ length, limit }: { length: number; limit: number }) => `${length} of ${limit}`,
  optional: 'optional',
  dateTime: {
    timeLabel: ({ label }: { label: string }) => `${label}: time`,
    clear: ({ label }: { label: string }) => `Clear: ${label}`,
    skipped: 'Daylight saving time skips this time. We’ll use the next valid time.',
    twice: 'This time occurs twice because of daylight saving time. We’ll use the first one.',
  },
  image: {
    uploading: 'Uploading…',
    current: 'Current image',
    size: ({ width, height }: { width: number; height: number }) => `${width} × ${height} px`,
    sizeWithDownload: ({ width, height, fileSize }: { width: number; height: number; fileSize: string }) =>
      `${width} × ${height} px. Buyers download ${fileSize}.`,
    replace: 'Replace',
    replaceLabel: ({ label }: { label: string }) => `Replace ${label.toLowerCase()}`,
    remove: 'Remove',
    removeLabel: ({ label }: { label: string }) => `Remove ${label.toLowerCase()}`,
    dropZone: 'Drop or paste an image, or <button>choose a file</button>',
    extensionMismatch: 'The file extension doesn’t match the image type. Save the image again, then upload it.',
    uploadFailed: 'Upload failed',
  },
  list: {
    moved: ({ position, count }: { position: number; count: number }) => `Moved to ${position} of ${count}`,
    moveUp: ({ item }: { item: string }) => `Move up: ${item}`,
    moveDown: ({ item }: { item: string }) => `Move down: ${item}`,
    edit: ({ item }: { item: string }) => `Edit: ${item}`,
    done: ({ item }: { item: string }) => `Done: ${item}`,
    remove: ({ item }: { item: string }) => `Remove: ${item}`,
  },
  timeZone: {
    label: 'Time zone',
    listLabel: 'Time zones',
    noMatch: ({ query }: { query: string }) => `No time zones match “${query}”`,
    hint: 'Used for all dates on this page. If you change it, 9:00 stays 9:00 in the new time zone.',
  },
};
