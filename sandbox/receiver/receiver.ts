import { Hono } from 'hono';
import { fieldsOf, type Desk } from '../pages/desk.ts';
import { ANSWERS, openBoxes, type Boxes } from './boxes.ts';
import { isSecret } from './check-signature.ts';
import { isName, mountKnocks } from './knock-door.ts';
import { boxPage, receiverAddress, receiversPage } from './receiver-pages.ts';

const namesOf = (boxes: Boxes) => boxes.names().map((name) => ({ name, count: boxes.arrivals(name).length }));

const drawn = (boxes: Boxes, origin: string, name: string, problem?: string) =>
  boxPage({
    name,
    url: `${origin}${receiverAddress}/in/${name}`,
    box: boxes.box(name),
    arrivals: boxes.arrivals(name),
    ...(problem && { problem }),
  });

const mountPages = (app: Hono, boxes: Boxes, origin: string): void => {
  app.get('/', (c) => {
    const wanted = c.req.query('name')?.trim().toLowerCase();
    if (wanted === undefined) return c.html(receiversPage(namesOf(boxes)));
    if (isName(wanted)) return c.redirect(`${receiverAddress}/of/${wanted}`, 303);
    return c.html(receiversPage(namesOf(boxes), 'A name is 1 to 40 small letters, digits and hyphens.'), 422);
  });
  app.use('/of/:name/*', async (c, next) =>
    isName(c.req.param('name')) ? next() : c.redirect(receiverAddress, 303),
  );
  app.get('/of/:name', (c) => c.html(drawn(boxes, origin, c.req.param('name'))));
};

const mountChoices = (app: Hono, boxes: Boxes, origin: string): void => {
  const back = (name: string) => `${receiverAddress}/of/${name}`;
  app.post('/of/:name/answer', async (c) => {
    const name = c.req.param('name');
    const chosen = (await fieldsOf(c.req))['answer'];
    const answer = ANSWERS.find((one) => one === chosen);
    if (!answer) return c.html(drawn(boxes, origin, name), 422);
    boxes.set(name, { answer });
    return c.redirect(back(name), 303);
  });
  app.post('/of/:name/secret', async (c) => {
    const name = c.req.param('name');
    const secret = (await fieldsOf(c.req))['secret']?.trim() ?? '';
    const problem = 'That is no secret of a webhook: it begins with whsec_.';
    if (secret !== '' && !isSecret(secret)) return c.html(drawn(boxes, origin, name, problem), 422);
    boxes.set(name, { secret: secret || null });
    return c.redirect(back(name), 303);
  });
  app.post('/of/:name/clear', (c) => {
    boxes.clear(c.req.param('name'));
    return c.redirect(back(c.req.param('name')), 303);
  });
};

/** Simulates servers of sellers: receivers that accept webhooks and respond as configured. */
export const receiverPages = ({ origin }: Pick<Desk, 'origin'>): Hono => {
  const app = new Hono();
  const boxes = openBoxes();
  mountKnocks(app, boxes);
  mountPages(app, boxes, origin);
  mountChoices(app, boxes, origin);
  return app;
};
