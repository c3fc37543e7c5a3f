import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sdkPackage from '../packages/sdk/package.json' with { type: 'json' };
import {
  buildPublishedDocument,
  openEnumTypes,
  renderResources,
  renderSchemaHeader,
  renderVersion,
  SDK_DOCUMENT,
  SDK_RESOURCES,
  SDK_SCHEMA,
  SDK_VERSION,
  withUnknownValues,
} from './sdk-sources.ts';

/** `openapi-typescript` needs the compiler API of TypeScript 5, so it runs with its own TypeScript. */
const GENERATOR = ['-y', '-p', 'openapi-typescript@7.13.0', '-p', 'typescript@5.9.3', 'openapi-typescript'];

// Writes the OpenAPI document of the SDK, and the types and methods that are generated from it.
const root = path.join(import.meta.dirname, '..');
const document = buildPublishedDocument();
const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
write(SDK_DOCUMENT, `${JSON.stringify(document, null, 1)}\n`);
write(SDK_RESOURCES, renderResources(document));
write(SDK_VERSION, renderVersion(sdkPackage));

const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-sdk-'));
const [input, output] = [path.join(folder, 'openapi.json'), path.join(folder, 'schema.ts')];
writeFileSync(input, JSON.stringify(withUnknownValues(document)));
execFileSync('npx', [...GENERATOR, input, '-o', output, '--default-non-nullable', 'false'], {
  cwd: root,
  stdio: 'inherit',
});
write(SDK_SCHEMA, `${renderSchemaHeader(document)}\n${openEnumTypes(readFileSync(output, 'utf8'))}`);
rmSync(folder, { recursive: true });
