import recordedExamples from './recorded-examples.json' with { type: 'json' };

/** Request and response of a call in the contract tests. Responses without JSON have none. */
export type RecordedExample = { request?: unknown; response?: unknown };

const EXAMPLES: Readonly<Record<string, RecordedExample>> = recordedExamples;

/** Stands for the address of the installation in recorded examples. */
export const APP_URL_PLACEHOLDER = '{appUrl}';

/** Returns the recorded example of an operation, with addresses of this installation. */
export function getRecordedExample(operationId: string, appUrl: string): RecordedExample {
  const text = JSON.stringify(EXAMPLES[operationId] ?? {});
  return JSON.parse(text.replaceAll(APP_URL_PLACEHOLDER, appUrl)) as RecordedExample;
}
