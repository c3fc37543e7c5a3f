import type { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';

import type { ApiProblem } from './api-errors.ts';

/** Describes invalid input in our own words, because zod's texts are made for programmers. Never repeats what was sent. */
export const describeIssues = ({ issues }: z.ZodError): ApiProblem[] => issues.flatMap(describeIssue);

const formatPath = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'body';

function describeIssue(issue: z.core.$ZodIssue): ApiProblem[] {
  const path = formatPath(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: formatPath([...issue.path, key.slice(0, 40)]),
        code: 'unknown_field',
        message: apiErrorMessages.unknownField,
      }));
    case 'invalid_type': {
      if (issue.input === undefined && issue.message.endsWith('received undefined'))
        return [{ path, code: 'required', message: apiErrorMessages.missingField }];
      return [{ path, code: 'invalid_type', message: apiErrorMessages.invalidType({ expected: issue.expected }) }];
    }
    case 'too_small': {
      const limit = { minimum: String(issue.minimum), unit: unitOf(issue.origin) };
      return [{ path, code: 'too_small', message: apiErrorMessages.tooSmall(limit) }];
    }
    case 'too_big': {
      const limit = { maximum: String(issue.maximum), unit: unitOf(issue.origin) };
      return [{ path, code: 'too_big', message: apiErrorMessages.tooBig(limit) }];
    }
    case 'invalid_format': {
      const message =
        issue.format === 'regex'
          ? apiErrorMessages.invalidValue
          : apiErrorMessages.invalidFormat({ format: issue.format });
      return [{ path, code: 'invalid_format', message }];
    }
    case 'invalid_value': {
      const choices = issue.values.map(String).join(', ');
      return [{ path, code: 'invalid_value', message: apiErrorMessages.invalidChoice({ choices }) }];
    }
    case 'custom':
      return [{ path, code: 'invalid', message: issue.message }];
    default:
      return [{ path, code: 'invalid', message: apiErrorMessages.invalidValue }];
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' items' : '';
}
