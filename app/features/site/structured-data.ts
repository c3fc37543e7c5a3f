import type { MetaDescriptor } from 'react-router';

import { siteMessages } from '#content/messages/site.ts';
import { SITE } from '#content/site.ts';
import { PLANS } from '#domain/plans.ts';

/** JSON-LD for search engines. React Router escapes the content. */
export const createJsonLd = (type: string, properties: Record<string, unknown>): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', '@type': type, ...properties },
});

export type Breadcrumb = { name: string; path: string };

/** Breadcrumbs from the home page to this page. */
export const breadcrumbsJsonLd = (appUrl: string, items: readonly Breadcrumb[]): MetaDescriptor =>
  createJsonLd('BreadcrumbList', {
    itemListElement: [{ name: siteMessages.home, path: '/' }, ...items].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${appUrl}${path}`,
    })),
  });

export const faqJsonLd = (entries: readonly { question: string; answer: string }[]): MetaDescriptor =>
  createJsonLd('FAQPage', {
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  });

/** The operator of the site. */
export const organizationJsonLd = (appUrl: string): MetaDescriptor =>
  createJsonLd('Organization', {
    name: SITE.name,
    url: `${appUrl}/`,
    logo: `${appUrl}/favicon.svg`,
    email: SITE.supportEmail,
    description: SITE.description,
  });

/** The product, with its plans as monthly offers. */
export const softwareJsonLd = (appUrl: string): MetaDescriptor =>
  createJsonLd('SoftwareApplication', {
    name: SITE.name,
    url: `${appUrl}/`,
    description: SITE.description,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any, in a browser',
    offers: PLANS.map(({ id, name, priceUsd, description }) => ({
      '@type': 'Offer',
      name,
      description,
      url: `${appUrl}/pricing#plan-${id}`,
      price: priceUsd.toFixed(2),
      priceCurrency: 'USD',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: priceUsd.toFixed(2),
        priceCurrency: 'USD',
        billingDuration: 'P1M',
      },
    })),
  });
