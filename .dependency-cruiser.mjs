// The order of the modules inside `server`, `sandbox` and `app/features`. Who may import whom between these is in .oxlintrc.json.

/** Tests and test support may import anything. */
const TESTS = '(\\.test\\.tsx?$|\\.spec\\.ts$|/testing/|^server/testing)';

/** Type imports are erased, so they are free. */
const BY_CODE = { dependencyTypesNot: ['type-only'] };

/** Modules of `server`, lowest first: a module imports only modules before it. The files beside the folders are the composition root. */
const SERVER_MODULES = [
  'core',
  'db',
  'http',
  'jobs',
  'email',
  'outgoing',
  'sellers',
  'audit',
  'webhooks',
  'stripe',
  'billing',
  'delivery',
  'ledger',
  'images',
  'pages',
  'checkout',
  'orders',
  'analytics',
  'auth',
  'domains',
  'imports',
  'api',
  'invariants',
  'payments',
  'site',
  'routes',
  'ops',
];

/** Folders of `sandbox`, lowest first. */
const SANDBOX_FOLDERS = ['core', 'payments', 'billing', 'api', 'pages', 'providers', 'receiver'];

const layers = (root, folders) =>
  folders.map((folder, index) => ({
    name: `${root}-${folder}`,
    comment: `${root}/${folder} imports only folders below it; see docs/architecture.md.`,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: TESTS },
    to: { ...BY_CODE, path: `^${root}/(${folders.slice(index + 1).join('|') || 'nothing'})/` },
  }));

// oxlint-disable-next-line import/no-default-export -- dependency-cruiser reads it
export default {
  forbidden: [
    ...layers('server', SERVER_MODULES),
    ...layers('sandbox', SANDBOX_FOLDERS),
    {
      name: 'features-apart',
      comment: 'A feature of the app does not use another one. What two need is a component or in app/lib.',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/', pathNot: TESTS },
      to: { ...BY_CODE, path: '^app/features/', pathNot: '^app/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^build/|\\+types|^node_modules)' },
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
