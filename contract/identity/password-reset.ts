// Ways back in: forgotten name or password, first set-up, a new password, the terms of service.
import { z } from 'zod';
import { open, signedIn } from '../access/access.ts';
import { endpoint, nothing, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { blankable, email, nullable_moment } from '../fields.ts';

/** A password as it may be typed to sign in; its rules are checked where one is chosen. */
const typed_password = z.string().min(1).max(1024);
const current_password = described(z.string().min(1).max(1024), {
  typed_as: 'password',
  autocomplete: 'current-password',
});
const new_password = described(z.string().min(1).max(1024), {
  typed_as: 'password',
  autocomplete: 'new-password',
});
/** A name as it is typed: whether it exists is shown to nobody. */
const typed_name = z.string().trim().min(1).max(254);
const code = z.string().min(1).max(200);

const forgotUsername = (path: '/user/forgot-username' | '/forgot-username') =>
  endpoint({
    method: 'POST',
    path,
    access: open,
    input: z.object({ email }),
    reply: nothing(),
    rate_class: 'recovery',
    summary: 'Emails the usernames of an address; the response is the same for any address.',
  });

const reset = (path: '/user/forgot-password/reset' | '/user/forgotten-password/reset') =>
  endpoint({
    method: 'POST',
    path,
    access: open,
    input: z.object({
      username: blankable(typed_name),
      reset_code: code,
      password: typed_password,
    }),
    reply: nothing(),
    rate_class: 'recovery',
    audit: 'user.password',
    summary: 'Sets a password with a reset or set-up code, which works once.',
  });

export const password_reset = {
  forgotUsername: forgotUsername('/user/forgot-username'),
  forgotUsernameAlias: forgotUsername('/forgot-username'),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/user/forgot-password',
    access: open,
    input: z.object({ username: typed_name }),
    reply: nothing(),
    rate_class: 'recovery',
    summary: 'Emails a reset link; the response is the same for any username.',
  }),
  askSetUp: endpoint({
    method: 'POST',
    path: '/user/user-setup',
    access: open,
    input: z.object({ username: typed_name }),
    reply: nothing(),
    rate_class: 'recovery',
    summary: 'Emails a set-up link to a user without a password; same response for any username.',
  }),
  reset: reset('/user/forgot-password/reset'),
  resetAlias: reset('/user/forgotten-password/reset'),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/change-password',
    access: signedIn(undefined, {
      scope: 'no_limited_key',
      while_pending: true,
      not_while_acting: true,
    }),
    input: z.object({
      username: blankable(typed_name),
      current_password,
      new_password,
    }),
    reply: nothing(),
    rate_class: 'sign_in',
    audit: 'user.password',
    summary: "Changes the caller's password and ends the user's other sessions.",
  }),
  terms: endpoint({
    method: 'GET',
    path: '/tos',
    access: open,
    reply: record(z.object({ version: z.int(), body: z.string(), published_at: nullable_moment })),
    rate_class: 'read',
    summary: 'The current terms of service.',
  }),
};

/** Apart: accounts serve it, since a merchant's record says who accepted for it last. */
export const terms_acceptance = {
  acceptTerms: endpoint({
    method: 'POST',
    path: '/accept-tos',
    access: signedIn(undefined, {
      scope: 'no_limited_key',
      while_pending: true,
      not_while_acting: true,
    }),
    input: z.object({ accept: z.boolean().default(true) }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'terms.accept',
    summary: 'Accepts the current terms of service.',
  }),
};
