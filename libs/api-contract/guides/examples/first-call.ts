import createClient from 'openapi-fetch';
import type { paths } from './yunduo.d.ts';

const api = createClient<paths>({ baseUrl: 'https://yunduo.example', headers: { Lang: 'us' } });

const { data, error } = await api.GET('/api/app_store/list', {
  params: { query: { cate: 'runtime', page_size: 3 } },
});
if (error) throw new Error(`${error.code}: ${error.msg}`);
for (const app of data.data.list) console.log(app.app_key, app.version);
