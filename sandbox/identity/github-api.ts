import { Hono } from 'hono';
import type { Grants } from './grants.ts';
import { githubUserId } from './people.ts';

const badCredentials = { message: 'Bad credentials' };

/** Mocks GitHub's API for an access token: the email address and its verification are only in /user/emails. */
export const githubApi = (grants: Grants): Hono => {
  const app = new Hono();
  app.get('/user', (c) => {
    const person = grants.findPerson(c.req.header('authorization'));
    if (!person) return c.json(badCredentials, 401);
    const { email, name } = person;
    return c.json({ id: githubUserId(email), login: email.split('@')[0], name: name || null, email: null });
  });
  app.get('/user/emails', (c) => {
    const person = grants.findPerson(c.req.header('authorization'));
    if (!person) return c.json(badCredentials, 401);
    return c.json([{ email: person.email, primary: true, verified: person.verified, visibility: 'private' }]);
  });
  return app;
};
