/** A paragraph or a list. */
export type LegalBlock = string | { list: readonly string[] };

type LegalSection = {
  /** Anchor on the document's page. */
  id: string;
  title: string;
  blocks: readonly LegalBlock[];
};

export type LegalDocument = {
  title: string;
  /** Meta description. */
  description: string;
  /** Non-binding summary. */
  summary: readonly string[];
  sections: readonly LegalSection[];
};
