import { startAppProcess, type RunningApp } from '../../e2e/support/app-process.ts';
import { builtFolder } from '../../set-up.mjs';

/** The folder of the built pages, which are built if necessary. */
export async function getBuildDir(): Promise<string> {
  const folder = process.env.BUILD_DIR ?? (await builtFolder());
  if (!folder) throw new Error('The pages could not be built');
  return folder;
}

/** The built app in another process, with its sandbox and the embedded database inside. */
export async function startBuiltApp(): Promise<RunningApp & AsyncDisposable> {
  process.env.BUILD_DIR = await getBuildDir();
  const app = await startAppProcess();
  return { ...app, [Symbol.asyncDispose]: app.stop };
}
