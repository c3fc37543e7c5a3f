import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { buildPublishedDocument, renderResources, SDK_DOCUMENT, SDK_RESOURCES } from './sdk-sources.ts';

/** `openapi-typescript` needs the compiler API of TypeScript 5, so it runs with its own TypeScript. */
const GENERATOR = ['-y', '-p', 'openapi-typescript@7.13.0', '-p', 'typescript@5.9.3', 'openapi-typescript'];
const SCHEMA = 'packages/sdk/src/generated/schema.ts';

// Writes the OpenAPI document of the SDK, and the types and methods that are generated from it.
const root = path.join(import.meta.dirname, '..');
const document = buildPublishedDocument();
writeFileSync(path.join(root, SDK_DOCUMENT), `${JSON.stringify(document, null, 1)}\n`);
writeFileSync(path.join(root, SDK_RESOURCES), renderResources(document));
execFileSync('npx', [...GENERATOR, SDK_DOCUMENT, '-o', SCHEMA, '--default-non-nullable', 'false'], {
  cwd: root,
  stdio: 'inherit',
});
