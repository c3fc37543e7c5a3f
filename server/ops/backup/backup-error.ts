import { stripControlChars } from '#server/ops/operator-command.ts';

/** A backup cannot be made or restored; the message is shown to the operator. Nothing was changed. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(stripControlChars(message), options);
    this.name = 'BackupRefused';
  }
}

export const DAMAGED_MESSAGE = 'This backup is broken or was cut off';
