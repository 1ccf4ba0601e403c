import createClient from 'openapi-fetch';
import type { paths } from './yunduo.d.ts';

const api = createClient<paths>({ baseUrl: 'https://yunduo.example', headers: { Lang: 'us' } });

async function* everyApp() {
  for (let page = 1; ; page += 1) {
    const { data, error } = await api.GET('/api/app_store/list', {
      params: { query: { sort: 'name', page, page_size: 100 } },
    });
    if (error) throw new Error(error.msg);
    yield* data.data.list;
    if (page * data.data.page_size >= data.data.total) return;
  }
}

const seen = new Set<number>();
for await (const app of everyApp()) seen.add(app.id);
console.log(`${seen.size} apps`);
