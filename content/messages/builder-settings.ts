/** Texts of the builder’s Settings tab. */
export const builderSettingsMessages = {
  address: {
    title: 'Page URL',
    label: 'Custom slug',
    hint: {
      current: ({ url }: { url: string }) => `Your page URL is <url>${url}</url>`,
      derived: ({ url }: { url: string }) =>
        `Leave blank to generate it from the product name. Your page URL will be <url>${url}</url>`,
      random: 'Leave blank to generate it from the product name. Without a name, we’ll create one for you.',
    },
    availability: {
      current: 'This page’s current URL',
      available: 'Available',
      checking: 'Checking availability…',
      unknown: 'We couldn’t check availability. We’ll check again when you publish.',
    },
    redirect: ({ path }: { path: string }) => `After you publish, <path>${path}</path> redirects to the new URL.`,
  },
  embedding: {
    title: 'Embedding',
    open: 'Embed',
    hint: 'Only the websites you add here can embed this page. Changes apply when you publish.',
    list: 'Websites',
    input: 'Website',
    placeholder: 'https://www.example.com',
    add: 'Add',
    remove: ({ origin }: { origin: string }) => `Remove: ${origin}`,
  },
};
