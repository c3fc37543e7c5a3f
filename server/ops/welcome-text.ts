import type { Config } from '#server/core/config.ts';

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/;

export const DEMO_EMAIL = 'demo@tillwright.example';

/** Terminal output after startup. The sign-in link is shown on loopback addresses only. */
export function welcomeText(config: Config, embedded: boolean, signInLink: string | null): string {
  const database = embedded ? 'embedded database' : 'PostgreSQL';
  const payments = { sandbox: 'sandbox payments', test: "Stripe's test mode", live: 'live payments' }[config.mode];
  const lines = ['', `  Tillwright    ${config.appUrl}`, `  Mode          ${database}, ${payments}`];
  if (config.mode === 'sandbox')
    lines.push(`  Demo page     ${config.appUrl}/c/demo`, `  Mail          ${config.appUrl}/sandbox/mail`);
  if (signInLink && LOOPBACK.test(config.appUrl)) {
    lines.push(`  Demo seller   ${DEMO_EMAIL}`, `  Sign in once  ${signInLink}`, '                (within an hour)');
  }
  return [...lines, ''].join('\n');
}
