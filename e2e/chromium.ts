import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PACKAGE = '@sparticuz/chromium';

/** Path of the system's Chromium, or of the one in the npm package. Throws an error that says what to install. */
export async function chromiumPath(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const installed = INSTALLED.find((file) => existsSync(file));
  if (installed) return installed;
  try {
    return await unpacked();
  } catch (error) {
    throw new Error('No Chromium was found. Install it: apt-get install chromium (or set CHROMIUM_PATH)', {
      cause: error,
    });
  }
}

/** Unpacks into one folder per version. The folder appears by a rename, so no browser starts half unpacked. */
async function unpacked(): Promise<string> {
  const folder = path.join(tmpdir(), `tillwright-chromium-${packageVersion()}`);
  const binary = path.join(folder, 'chromium');
  if (!existsSync(binary)) await unpackInto(folder);
  // A machine without fonts uses those of the package.
  if (!existsSync('/etc/fonts/fonts.conf')) process.env.FONTCONFIG_PATH ??= path.join(folder, 'fonts');
  return binary;
}

async function unpackInto(folder: string): Promise<void> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const usual = process.env.TMPDIR;
  const ours = await mkdtemp(`${folder}-`);
  try {
    // The package always unpacks into the temporary folder.
    process.env.TMPDIR = ours;
    await chromium.executablePath();
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
  await rename(ours, folder).catch(() => rm(ours, { recursive: true, force: true }));
}

function packageVersion(): string {
  const main = createRequire(import.meta.url).resolve(PACKAGE);
  const root = main.slice(0, main.lastIndexOf(PACKAGE) + PACKAGE.length);
  return (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
