/** Texts of the dialogs that add and remove a second factor, and of recovery codes. */
export const twoFactorDialogMessages = {
  addFactor: {
    nameLabel: 'Name',
    nameHint: 'Helps you recognize it when you sign in.',
    continue: 'Continue',
    add: 'Add',
    busy: 'Just a moment…',
    checking: 'Checking…',
  },
  totp: {
    title: 'Add an authenticator app',
    intro: 'You’ll need an authenticator app, such as your password manager or Google Authenticator.',
    instructions: 'Scan the QR code with your app, or enter the secret. Then enter the code it shows.',
    finishInstructions: 'Enter the code from your app. If you haven’t scanned the QR code yet, start over.',
    openApp: 'Open in an authenticator app on this device',
    qrCodeAlt: 'QR code for your authenticator app',
    secret: 'Secret',
    codeLabel: 'Code from the app',
    restart: 'Start over',
  },
  phone: {
    title: 'Add a phone',
    intro:
      'We’ll text you a code now and each time you sign in. An authenticator app or security key is safer, because phone numbers can be hijacked.',
    sendInstructions: 'We’ll text a code to your phone.',
    codeInstructions: 'Enter the code we texted to your phone.',
    numberLabel: 'Phone number',
    numberHint: 'Include the country code, like +1 202 555 0123.',
    codeLabel: 'Code from the text message',
    sendCode: 'Send code',
    resendCode: 'Resend code',
    errors: {
      missing: 'Enter your phone number.',
      noCountryCode: 'Start with the country code, like +1.',
      incomplete: 'Enter a complete phone number.',
    },
  },
  securityKey: {
    title: 'Add a security key',
    intro: 'Have your key ready. Your browser will ask you to touch it or unlock this device.',
    waiting: 'Waiting for your key…',
  },
  removeFactor: {
    title: ({ name }: { name: string }) => `Remove ${name}?`,
    description: 'You can no longer use it to sign in. Your other two-factor methods keep working.',
    lastDescription:
      'It’s your only two-factor method. Without it, anyone with your password can sign in, and your recovery codes stop working.',
    cancel: 'Cancel',
    confirm: 'Remove',
    busy: 'Removing…',
    removed: 'Two-factor method removed',
    failed: 'Couldn’t remove the two-factor method',
  },
  recoveryCodes: {
    dialog: {
      title: 'Your recovery codes',
      description:
        'Use a code to sign in if you lose access to your two-factor method. Each one works once. Store them somewhere safe: they’re shown only now.',
      listLabel: 'Recovery codes',
      printHeader: ({ site, email }: { site: string; email: string }) => `${site}, ${email}`,
      download: 'Download',
      print: 'Print',
      confirm: 'I’ve saved my codes',
    },
    closeDialog: {
      title: 'Close without saving your codes?',
      description: 'You can’t view these codes again. If you lose them, you’ll need to create new ones.',
      back: 'Go back',
      confirm: 'Close anyway',
    },
    file: {
      title: ({ site, email }: { site: string; email: string }) => `${site} recovery codes for ${email}`,
      note: 'Each code works once, in place of your two-factor method.',
    },
  },
};
