/** Path of a content below the folder of files, or its key in the bucket. */
export const contentPath = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;

export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
