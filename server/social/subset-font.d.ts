declare module 'subset-font' {
  /** The font with the letters of the text alone; a variable one with its axes pinned becomes a static one. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
