/** Texts of the builder’s Design tab. */
export const builderDesignMessages = {
  accent: {
    title: 'Color',
    swatches: 'Suggested colors',
    swatchNames: { violet: 'Violet', clay: 'Clay', blue: 'Blue', green: 'Green', black: 'Black' },
    swatch: ({ name, value }: { name: string; value: string }) => `${name}, ${value}`,
    customColor: 'Custom color',
    label: 'Accent color',
    contrast: {
      label: 'White text contrast',
      noColor: 'No color selected',
      readable: ({ ratio }: { ratio: string }) => `${ratio}, readable`,
      darkened: ({ ratio }: { ratio: string }) => `${ratio}, color darkened`,
      darkText: ({ ratio }: { ratio: string }) => `${ratio}, dark text used`,
    },
    hint: {
      invalid: 'Enter a hex color with six digits, like #a855f7.',
      darkText: 'White text is hard to read on this color, so the pay button uses dark text.',
      unchanged: 'Used for the pay button and accents on the page.',
      darkened: ({ fill }: { fill: string }) =>
        `The pay button uses <color>${fill}</color> so that white text is readable. The rest of the page uses your color.`,
    },
    useShade: ({ shade }: { shade: string }) => `Use ${shade}`,
  },
  fonts: { title: 'Fonts', heading: 'Heading font', body: 'Body font' },
  layout: { title: 'Layout', classic: 'Classic', modern: 'Modern', minimal: 'Minimal' },
};
