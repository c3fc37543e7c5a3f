import { expect, test } from 'vitest';

import { contentDisposition } from './content-disposition.ts';

test.for([
  ['Guide.pdf', 'attachment; filename="Guide.pdf"; filename*=UTF-8\'\'Guide.pdf'],
  ['Größe 50%.pdf', 'attachment; filename="Gr__e 50_.pdf"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%2050%25.pdf'],
  ['a"b\\c.zip', 'attachment; filename="a_b_c.zip"; filename*=UTF-8\'\'a%22b%5Cc.zip'],
  ["It's (new)*.mp3", "attachment; filename=\"It's (new)*.mp3\"; filename*=UTF-8''It%27s%20%28new%29%2A.mp3"],
  ['日本.epub', 'attachment; filename="__.epub"; filename*=UTF-8\'\'%E6%97%A5%E6%9C%AC.epub'],
] as const)('names the download %s', ([name, header]) => {
  expect(contentDisposition(name)).toBe(header);
});
