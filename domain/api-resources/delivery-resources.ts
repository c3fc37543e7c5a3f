import { z } from 'zod';

import { StoredDeliverableSettings } from '../deliverable-schema.ts';
import { DELIVERABLE_KINDS, FILE_SCANS } from '../deliverable.ts';
import { DateTime, objectSchema } from './base-schemas.ts';

// What pages deliver, as the REST API shows it.

const Bytes = z.number().int().min(0);

export const FileVersion = objectSchema('FileVersion', 'A version of a file.', {
  number: z.number().int().describe('Version number, from 1.'),
  fileName: z.string().describe('Name of the file that buyers download.'),
  mediaType: z.string().describe('Media type of the content, such as `application/pdf`.'),
  bytes: Bytes.describe('Size in bytes.'),
  sha256: z.string().describe('SHA-256 of the content in hexadecimal digits.'),
  scan: z
    .enum(FILE_SCANS)
    .describe(
      'Result of the virus scan. Buyers do not get a version that is `waiting` or `refused`. `unscanned`: this installation has no scanner.',
    ),
  createdAt: DateTime,
});

export const Deliverable = objectSchema('Deliverable', 'Something that a page delivers.', {
  id: z.uuid().describe('ID of this object.'),
  pageId: z.uuid().describe('ID of the page.'),
  kind: z.enum(DELIVERABLE_KINDS).describe('Kind, which never changes.'),
  name: z.string().describe('Name that buyers see.'),
  settings: StoredDeliverableSettings.describe('Settings of its kind.'),
  file: FileVersion.nullable().describe('Version that buyers get; null for other kinds, and until a file is uploaded.'),
  unusedKeys: z.number().int().nullable().describe('Unsold license keys on your list; null for everything else.'),
  createdAt: DateTime,
  updatedAt: DateTime,
});

export const FileUpload = objectSchema('FileUpload', 'An upload that is under way.', {
  id: z.uuid().describe('ID of this object.'),
  pageId: z.uuid().describe('ID of the page that will deliver the file.'),
  deliverableId: z
    .uuid()
    .nullable()
    .describe('ID of the deliverable that gets a new version; null: the upload creates a deliverable.'),
  fileName: z.string().describe('Name of the file.'),
  bytes: Bytes.describe('Size of the whole file in bytes.'),
  received: Bytes.describe('Bytes that have arrived: the `Upload-Offset` of the next ones.'),
  expiresAt: DateTime.describe('When the upload is discarded unless it is finished, in UTC (ISO 8601).'),
});

export const FileAnnouncement = objectSchema('FileAnnouncement', 'Emails about a new version of a file.', {
  deliverableId: z.uuid().describe('ID of the deliverable.'),
  emails: z.number().int().describe('Number of emails. Buyers who already got one about this version are left out.'),
});
