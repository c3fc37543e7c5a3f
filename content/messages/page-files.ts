type Format = { version: number; schema: number };

/** Why a page file can’t be imported. */
export const pageFileMessages = {
  unknownFormat: 'The format, version, or schema is missing or invalid',
  otherVersion: ({ file, site }: { file: Format; site: Format }) =>
    `The file has version ${file.version} and schema ${file.schema}. This site supports version ${site.version} and schema ${site.schema}`,
  imageNotEmbedded: 'Images in a page file must be data URLs',
  deliverableMissing: 'The page delivers something that isn’t among the deliverables of the file',
  deliverableRepeated: 'Each deliverable of a page file must have an ID of its own',
} as const;
