/** Document, stylesheet and script of a published page as they travel, compressed: at most this. Pictures and faces are the seller's. */
export const PAGE_BYTES = 12_000;
