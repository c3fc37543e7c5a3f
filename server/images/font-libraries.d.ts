declare module 'subset-font' {
  /** Reduces a font to the characters of the text; a variable font with pinned axes becomes a static one. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'truetype' | 'woff2';
      /** A number pins the axis; a range limits it. */
      variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
      /** OpenType feature tags; defaults to all. */
      keepFeatures?: readonly string[];
      noHinting?: boolean;
      /** Entries of the `name` table to keep besides 0 to 6. */
      preserveNameIds?: readonly number[];
    },
  ): Promise<Buffer>;
}

declare module 'harfbuzzjs/hb.js' {
  /** Loads the WebAssembly module. */
  export default function createHarfbuzz(): Promise<WebAssembly.Exports>;
}

declare module 'harfbuzzjs/hbjs.js' {
  type Blob = { destroy: () => void };
  type Face = { collectUnicodes: () => Uint32Array; destroy: () => void };
  type Harfbuzz = { createBlob: (font: Uint8Array) => Blob; createFace: (blob: Blob, index: number) => Face };
  export default function bindHarfbuzz(instance: WebAssembly.Exports): Harfbuzz;
}
