import type { z } from 'zod';

import type { Domain } from '#domain/api-resources/integration-resources.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

/** A domain as the API and events show it. */
export const toDomainResource = (domain: SellerDomain): z.input<typeof Domain> => ({
  id: domain.id,
  host: domain.host,
  displayName: domain.name,
  url: domain.url,
  state: domain.state === 'off' ? 'disabled' : domain.state,
  pageId: domain.page?.id ?? null,
  records: domain.records.map(({ found: foundValues, fits: matches, ...record }) => ({
    ...record,
    foundValues,
    matches,
  })),
  problems: domain.diagnosis,
  createdAt: domain.addedAt,
  checkedAt: domain.checkedAt,
  nextCheckAt: domain.nextCheckAt,
  verifiedAt: domain.verifiedAt,
});
