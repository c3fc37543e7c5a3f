import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IconShape } from './components/utils/create-icon.ts';

const APP_FOLDER = import.meta.dirname;
const ICONS_FOLDER = path.join(APP_FOLDER, '../node_modules/lucide-react/dist/esm');
const CREATE_ICON_PATH = path.join(APP_FOLDER, 'components/utils/create-icon.ts');

/** What `lucide-react` knows of an icon. */
type IconData = {
  name: string;
  aliases?: readonly string[];
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
};

/** Path of each icon's module by the names that it is exported as. */
const modulePaths = new Map(
  readFileSync(path.join(ICONS_FOLDER, 'lucide-react.mjs'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, names = '', file = ''] = /^export \{(.+)\} from '\.(\/icons\/.+)';/.exec(line) ?? [];
      return names.split(',').map((name) => [name.replace('default as', '').trim(), ICONS_FOLDER + file] as const);
    }),
);

/** Imports each icon from its own module, so that a screen loads only its icons. */
export const splitIconImports = (code: string): string =>
  code.replaceAll(/import \{([^}]+)\} from 'lucide-react';/g, (_, names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => `import { default as ${name} } from '${modulePaths.get(name)}';`)
      .join(''),
  );

/** Arguments of `createIcon`: the classes and shapes of an icon, without the `key` of each shape. */
export function getIconArguments({ name, aliases = [], node }: IconData): [string, ...IconShape[]] {
  const classes = ['lucide', ...[name, ...aliases].map((one) => `lucide-${one}`)];
  const shapes = node.map(([tag, { key: _key, ...attributes }]): IconShape => {
    const { d, ...others } = attributes;
    return tag === 'path' && d !== undefined && Object.keys(others).length === 0 ? d : [tag, attributes];
  });
  return [classes.join(' '), ...shapes];
}

/** Module of an icon for browsers. Those of `lucide-react` are twice as large. */
export async function buildIconModule(file: string): Promise<string> {
  const { __iconData: data }: { __iconData: IconData } = await import(file);
  return `import { createIcon } from ${JSON.stringify(CREATE_ICON_PATH)};
    export default /* @__PURE__ */ createIcon(${getIconArguments(data)
      .map((argument) => JSON.stringify(argument))
      .join()});`;
}
