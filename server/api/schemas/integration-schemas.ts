import { z } from 'zod';

import { API_SCOPE_NAMES, type ApiKey } from '#domain/api-key.ts';
import type { ImportableProduct } from '#domain/product-import.ts';
import type { DomainRecord, SellerDomain } from '#domain/seller-domain.ts';

import { DateTime, exactSchema } from './base-schemas.ts';

const ApiDomainRecord = exactSchema<DomainRecord>()(
  z
    .strictObject({
      purpose: z.enum(['proof', 'road']).meta({
        description: '`proof` says whose it is, `road` leads visitors here. Of several roads one is enough.',
      }),
      type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
      name: z.string().meta({ description: 'The whole name.' }),
      host: z.string().meta({ description: 'The same without the domain itself, as most registrars ask for it.' }),
      value: z.string(),
      found: z.array(z.string()).nullable().meta({ description: 'What the last check found; null: not looked yet.' }),
      fits: z.boolean().nullable(),
    })
    .meta({ id: 'DomainRecord', description: 'A line of the zone that you write at your registrar.' }),
);

export const ApiDomain = exactSchema<SellerDomain>()(
  z
    .strictObject({
      id: z.uuid(),
      host: z.string().meta({ description: 'As it stands in the DNS.' }),
      name: z.string().meta({ description: 'As people read it.' }),
      url: z.string(),
      state: z.enum(['pending', 'live', 'failing', 'off']).meta({
        description:
          '`pending`: not proven yet. `failing`: it still answers, and the last check found something wrong. `off`: it answers no more.',
      }),
      allowed: z.boolean().meta({ description: 'Whether your plan has domains of your own.' }),
      page: z.strictObject({ id: z.uuid(), name: z.string() }).nullable().meta({ description: 'At its root.' }),
      records: z.array(ApiDomainRecord),
      diagnosis: z.array(z.string()).meta({ description: 'What is wrong and what to do; empty when nothing is.' }),
      addedAt: DateTime,
      checkedAt: DateTime.nullable(),
      nextCheckAt: DateTime.nullable(),
      provenAt: DateTime.nullable(),
    })
    .meta({ id: 'Domain', description: 'A name of your own, at whose root one of your pages stands.' }),
);

export const ApiKeySchema = exactSchema<ApiKey>()(
  z
    .strictObject({
      id: z.uuid(),
      name: z.string(),
      start: z.string().meta({ description: 'How it begins, to be told from others by.' }),
      scopes: z.array(z.enum(API_SCOPE_NAMES)),
      createdAt: DateTime,
      expiresAt: DateTime.nullable(),
      lastUsedAt: DateTime.nullable(),
      lastUsedFrom: z.string().nullable(),
    })
    .meta({ id: 'Key', description: 'A key of the API. The key itself is shown once, when it is made.' }),
);

export const ApiImportableProduct = exactSchema<ImportableProduct>()(
  z
    .strictObject({
      key: z.string().meta({ description: 'Its id there; of a file, the number of its line.' }),
      name: z.string(),
      priceText: z.string(),
      remarks: z.array(z.string()).meta({ description: 'What could not be taken over as it is.' }),
      pageId: z.uuid().nullable().meta({ description: 'The page that was made from it earlier.' }),
    })
    .meta({ id: 'ImportableProduct', description: 'A product of another system that can become a draft.' }),
);
