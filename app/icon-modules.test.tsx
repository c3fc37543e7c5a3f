import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createIcon } from './components/utils/create-icon.ts';
import { getIconArguments } from './icon-modules.ts';

test.each(['trash', 'circle-dot', 'loader-circle', 'layout-template', 'phone'])(
  'the icon "%s" has the same markup in browsers as on the server',
  async (name) => {
    const { default: ServerIcon, __iconData } = await import(`lucide-react/icons/${name}`);
    const BrowserIcon = createIcon(...getIconArguments(__iconData));
    for (const props of [{}, { className: 'i', 'aria-hidden': true }, { 'aria-label': 'Opens a new tab' }])
      expect(renderToStaticMarkup(<BrowserIcon {...props} />)).toBe(
        renderToStaticMarkup(createElement(ServerIcon, props)),
      );
  },
);
