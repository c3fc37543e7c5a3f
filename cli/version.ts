import packageJson from '../packages/cli/package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;
export const USER_AGENT = `tillwright-cli/${VERSION}`;
