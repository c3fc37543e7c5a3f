import type { MetaDescriptor } from 'react-router';

import { findAppUrl, pageMeta, withSiteName, type Matches } from './page-meta.ts';
import { breadcrumbsJsonLd, type Breadcrumb } from './structured-data.ts';

type SitePage = {
  path: string;
  name: string;
  description: string;
  /** Pages between the home page and this one. */
  parents?: readonly Breadcrumb[];
};

/** Metadata of a page of the public site, with its breadcrumbs. `listJsonLd` adds structured data. */
export const sitePageMeta =
  ({ path, name, description, parents = [] }: SitePage, listJsonLd?: (appUrl: string) => MetaDescriptor[]) =>
  ({ matches }: { matches: Matches }): MetaDescriptor[] => {
    const appUrl = findAppUrl(matches);
    return [
      ...pageMeta({ title: withSiteName(name), description, url: `${appUrl}${path}` }),
      breadcrumbsJsonLd(appUrl, [...parents, { name, path }]),
      ...(listJsonLd?.(appUrl) ?? []),
    ];
  };
