import { formatNumber } from './reader-formats.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `820 KB`, `1.4 GB`: a size in multiples of 1,024 bytes, with one decimal place below 10. */
export function formatBytes(bytes: number, language?: string): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return `${formatNumber(value, { maximumFractionDigits }, language)} ${UNITS[power]}`;
}
