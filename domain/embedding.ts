export const MAX_EMBED_ORIGINS = 20;

/** Where a page may be shown inside other pages: origins such as https://shop.example; nowhere when there are none. */
export type Embedding = { origins: string[] };

/** Origins as they are published. */
export const tidyEmbedding = (embedding: Embedding): Embedding => embedding;

export const embedChecks = (_embedding: Embedding): [string, string | null][] => [];
