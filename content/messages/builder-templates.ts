/** Texts of the dialog that applies a template to a page. */
export const builderTemplateMessages = {
  title: 'Use a template',
  description:
    'We’ll keep your own text, price, and image. Everything else comes from the template. Nothing goes live until you publish.',
  applying: 'Applying…',
  applied: { title: 'Template applied', message: 'We kept your own text, price, and image. Undo to revert.' },
  error: 'Couldn’t apply the template',
};
