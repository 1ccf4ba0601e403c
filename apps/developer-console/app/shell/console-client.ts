import { createApiClient, type ApiClient } from '@yunduo/api-client';
import { splitLocale } from '@yunduo/i18n';
import { tokenStorage } from '@yunduo/session';
import { runtimeConfig } from './runtime-config.ts';

/** The API client of this browser. The first call waits for the configuration, which contains the API's base URL. */
export function consoleClient(): ApiClient {
  const client = runtimeConfig().then(({ apiBaseUrl }) =>
    createApiClient({
      baseUrl: apiBaseUrl,
      language: () => splitLocale(location.pathname).locale,
      token: tokenStorage.token,
      deviceVersion: tokenStorage.deviceVersion,
    }),
  );
  return { call: async (endpoint, input, options) => (await client).call(endpoint, input, options) };
}
