/** A paragraph, or a list under it. */
export type LegalBlock = string | { list: readonly string[] };

export type LegalSection = {
  /** Its address is `#id` on the document's page. */
  id: string;
  title: string;
  blocks: readonly LegalBlock[];
};

export type LegalDocument = {
  title: string;
  /** For search engines. */
  description: string;
  /** The whole in a few words, for whoever reads no further. Not a part of the text that binds. */
  inShort: readonly string[];
  sections: readonly LegalSection[];
};
