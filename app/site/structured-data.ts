import type { MetaDescriptor } from 'react-router';

/** A data block for search engines. React Router escapes what could end it. */
const dataBlock = (type: string, facts: Record<string, unknown>): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', '@type': type, ...facts },
});

/** The way from the front page to this one. */
export const breadcrumbs = (
  appUrl: string,
  steps: readonly { name: string; path: string }[],
): MetaDescriptor =>
  dataBlock('BreadcrumbList', {
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: `${appUrl}${path}`,
    })),
  });

export const faqPage = (entries: readonly { question: string; answer: string }[]): MetaDescriptor =>
  dataBlock('FAQPage', {
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });
