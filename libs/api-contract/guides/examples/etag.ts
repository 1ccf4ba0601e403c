import type { paths } from './yunduo.d.ts';

type Catalogue =
  paths['/api/app_store/catalog.json']['get']['responses']['200']['content']['application/json'];

const known: { etag: string; apps: Catalogue['data']['list'] } = { etag: '', apps: [] };

async function catalogue(): Promise<typeof known.apps> {
  const answer = await fetch('https://yunduo.example/api/app_store/catalog.json', {
    headers: { 'If-None-Match': known.etag },
  });
  if (answer.status === 304) return known.apps;
  if (!answer.ok) throw new Error(`The catalogue answered ${answer.status}`);
  known.etag = answer.headers.get('etag') ?? '';
  known.apps = ((await answer.json()) as Catalogue).data.list;
  return known.apps;
}

const first = await catalogue();
console.log((await catalogue()) === first ? 'unchanged' : 'changed');
