type Format = { version: number; schema: number };

/** Why a page file can’t be imported. */
export const pageFileMessages = {
  unknownFormat: 'The format, version, or schema is missing or invalid',
  otherVersion: ({ file, site }: { file: Format; site: Format }) =>
    `The file has version ${file.version} and schema ${file.schema}. This site supports version ${site.version} and schema ${site.schema}`,
  imageNotEmbedded: 'Images in a page file must be data URLs',
} as const;
