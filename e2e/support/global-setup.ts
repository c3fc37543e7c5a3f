import { makeTemplate, openTestPostgres } from '../../scripts/test-postgres.ts';
import { builtFolder } from '../../set-up.mjs';

/** Builds the app and creates the migrated template database that every server process copies. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default async function setUp(): Promise<() => Promise<void>> {
  if (!process.env.BUILD_DIR) {
    const folder = await builtFolder();
    if (!folder) throw new Error('The pages could not be built');
    process.env.BUILD_DIR = folder;
  }
  const postgres = await openTestPostgres();
  const template = await makeTemplate(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_TEMPLATE = template.name;
  return async () => {
    await template.drop();
    await postgres.close();
  };
}
