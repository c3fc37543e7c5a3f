import { builtFolder } from '../../set-up.mjs';

/** Builds the app once before all HTTP tests, unless the test runner has done so. */
export async function setup(): Promise<void> {
  if (process.env.BUILD_DIR) return;
  const folder = await builtFolder();
  if (!folder) throw new Error('The pages could not be built');
  process.env.BUILD_DIR = folder;
}
