/** Maximum compressed size of a published page's document, stylesheet and script. Images and fonts depend on the seller. */
export const MAX_PAGE_BYTES = 12_000;
