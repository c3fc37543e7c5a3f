import { API_CHANGELOG, createApiChangelog } from './api-changelog.ts';
import { AUTOMATION_DOCS, createAutomationDocs } from './automation-docs.ts';
import { CLI_DOCS, createCliDocs } from './cli-docs.ts';
import type { DocsSection } from './docs-block.ts';
import { createEmbedDocs, EMBED_DOCS } from './embed-docs.ts';
import { createLicenseDocs, LICENSE_DOCS } from './license-docs.ts';
import { createQuickstartDocs, QUICKSTART_DOCS } from './quickstart-docs.ts';
import { createSdkDocs, SDK_DOCS } from './sdk-docs.ts';
import { createSignedLinkDocs, SIGNED_LINK_DOCS } from './signed-link-docs.ts';

type DeveloperArticle = {
  title: string;
  description: string;
  createSections: (appUrl: string) => readonly DocsSection[];
};

/** Articles of the developer documentation that need nothing but the app's URL, by path. */
export const DEVELOPER_ARTICLES = {
  '/developers/quickstart': { ...QUICKSTART_DOCS, createSections: createQuickstartDocs },
  '/developers/sdk': { ...SDK_DOCS, createSections: createSdkDocs },
  '/developers/cli': { ...CLI_DOCS, createSections: createCliDocs },
  '/developers/embed': { ...EMBED_DOCS, createSections: createEmbedDocs },
  '/developers/signed-links': { ...SIGNED_LINK_DOCS, createSections: createSignedLinkDocs },
  '/developers/licenses': { ...LICENSE_DOCS, createSections: createLicenseDocs },
  '/developers/automation': { ...AUTOMATION_DOCS, createSections: createAutomationDocs },
  '/developers/changelog': { ...API_CHANGELOG, createSections: createApiChangelog },
} as const satisfies Record<string, DeveloperArticle>;

export type DeveloperArticlePath = keyof typeof DEVELOPER_ARTICLES;
