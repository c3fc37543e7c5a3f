import { plural } from './plural.ts';

/** Texts of the dialogs that create an API key and show it. */
export const apiKeyFormMessages = {
  form: {
    title: 'Create API key',
    submit: 'Create API key',
    busy: 'Creating…',
    name: 'Name',
    namePlaceholder: 'Nightly export',
    missingName: 'Enter a name.',
    permissions: 'Permissions',
    presets: 'Presets',
    preset: { reading: 'Read only', reporting: 'Reporting', support: 'Support desk', everything: 'Full access' },
    permissionList: 'List of permissions',
    missingPermission: 'Select at least one permission.',
    expiration: 'Expires after',
    expirationHint: 'Keys that expire are safer if they leak.',
    lifetimes: {
      days: ({ days }: { days: number }) => plural(days, { one: '1 day', other: `${days} days` }),
      year: '1 year',
      never: 'Never',
    },
  },
  created: {
    title: ({ name }: { name: string }) => `API key “${name}”`,
    text: 'Store this key with your app’s other secrets, such as in an environment variable.',
    label: 'API key',
    copy: 'Copy',
    copied: 'Copied',
    warning:
      '<b>This key is shown only once.</b> Anyone who has it can act on your behalf. Never put it in a web page, a mobile app, or a repository.',
    done: 'Done',
    closeDialog: {
      title: 'Close without copying the key?',
      text: 'You can’t view this key again. If you lose it, you’ll need to revoke it and create a new one.',
      back: 'Go back',
      confirm: 'Close anyway',
    },
  },
};
