import { plain } from '#server/operator/plain.ts';

/** A backup cannot be made or restored; the message is shown to the operator. Nothing was changed. */
export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(plain(message), options);
    this.name = 'BackupRefused';
  }
}

export const BROKEN = 'This backup is broken or was cut off';
