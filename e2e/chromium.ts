import { existsSync } from 'node:fs';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's Chromium, else the one that npm brought. Throws with what to install. */
export async function chromiumPath(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return installed;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } catch (error) {
    throw new Error('No Chromium was found. Install it: apt-get install chromium (or set CHROMIUM_PATH)', { cause: error });
  }
}
