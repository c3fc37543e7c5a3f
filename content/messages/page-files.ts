type Format = { version: number; schema: number };

/** Why a page file can’t be imported. */
export const pageFileMessages = {
  notAPage: 'This file isn’t an exported page',
  unsupported: ({ actual, supported }: { actual: Format; supported: Format }) =>
    `This file has version ${actual.version} and schema ${actual.schema}, but this site supports version ${supported.version} and schema ${supported.schema}`,
  imageNotEmbedded: 'Images in a page file must be data URLs',
  invalid: ({ path, message }: { path: string | null; message: string }) => `${path ?? 'The file'}: ${message}`,
};
