type Format = { version: number; schema: number };

/** Why a page file can’t be imported. */
export const pageFileMessages = {
  unknownFormat: 'The format, version, or schema is missing or invalid',
  otherVersion: ({ file, site }: { file: Format; site: Format }) =>
    `The file has version ${file.version} and schema ${file.schema}. This site supports version ${site.version} and schema ${site.schema}`,
  /** Toast after an import; `names`: of products of a bundle. */
  missing: ({ names }: { names: readonly string[] }) => ({
    title: 'Products of the bundle are missing',
    message:
      names.length === 1
        ? `“${names[0]}” isn’t one of your pages.`
        : `${names.map((name) => `“${name}”`).join(', ')} aren’t among your pages.`,
  }),
  imageNotEmbedded: 'Images in a page file must be data URLs',
  deliverableMissing: 'The page delivers something that isn’t in the file’s list of deliverables',
  deliverableRepeated: 'Each deliverable in a page file must have a unique ID',
} as const;
