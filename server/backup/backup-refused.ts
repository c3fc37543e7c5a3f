import { plain } from '#server/operator/plain.ts';

/** A backup that cannot be made or brought back as things are; the message is meant for people. Nothing was changed. */
export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(plain(message), options);
    this.name = 'BackupRefused';
  }
}

export const BROKEN = 'This backup is broken or was cut off';
