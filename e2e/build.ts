import { builtFolder } from '../set-up.mjs';

/** Before all journeys: one build of the sources as they are, unless whoever started us has made it. */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default async function build(): Promise<void> {
  if (process.env.BUILD_DIR) return;
  const folder = await builtFolder();
  if (!folder) throw new Error('The pages could not be built');
  process.env.BUILD_DIR = folder;
}
