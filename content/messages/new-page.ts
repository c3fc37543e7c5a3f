/** Texts of the starting points of a new page. */
export const newPageMessages = {
  title: 'Create a page',
  description:
    'Templates come with text, an image, and colors. You can change everything, and nothing is public until you publish.',
  blank: { name: 'Blank page', description: 'Start from scratch.' },
  import: { name: 'Stripe or Gumroad', description: 'Import your products. Each one becomes a draft.' },
  busy: 'Creating page…',
  failure: 'Couldn’t create the page',
  layouts: { classic: 'Classic layout', modern: 'Modern layout', minimal: 'Minimal layout' },
};
