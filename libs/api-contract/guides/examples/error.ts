import createClient from 'openapi-fetch';
import type { paths } from './yunduo.d.ts';

const api = createClient<paths>({ baseUrl: 'https://yunduo.example', headers: { Lang: 'us' } });

const { error, response } = await api.GET('/api/app_store/detail', { params: { query: { id: 999999 } } });
switch (error?.code) {
  case undefined:
    break;
  case 'APP_NOT_FOUND':
    console.log('The app has left the store');
    break;
  default:
    // Codes that this client does not know: show the message, and quote the request id to us.
    console.log(error?.msg, response.headers.get('x-request-id'));
}
