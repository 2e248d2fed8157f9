// Screens that broke: kept with the request that reported them, and logged.
import type { screen_failures } from '../../contract/platform/screen-failures.ts';
import type { Handlers } from '../http/serve.ts';

export const screenFailureHandlers: Handlers<typeof screen_failures> = {
  tell: async (context, _params, { screen, message }) => {
    context.log.warn({ screen, message }, 'a screen broke');
    return { correlation_id: context.request_id };
  },
};
