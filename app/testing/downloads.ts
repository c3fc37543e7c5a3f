import { onTestFinished, vi } from 'vitest';

export type Download = { name: string; content: Promise<Blob> };

/** Records file downloads instead of saving them, until the test ends. */
export function collectDownloads(): readonly Download[] {
  const downloads: Download[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, content: fetch(this.href).then((file) => file.blob()) });
  });
  onTestFinished(() => click.mockRestore());
  return downloads;
}
