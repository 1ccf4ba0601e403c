import { setTimeout as rest } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './yunduo.d.ts';

const api = createClient<paths>({ baseUrl: 'https://yunduo.example', headers: { Lang: 'us' } });

async function signIn(): Promise<string> {
  const started = await api.POST('/api/user_device/begin', {
    body: { device_name: 'db-1', system: 'Debian 12' },
  });
  if (started.error) throw new Error(started.error.msg);
  const { device_code, user_code, verification_uri_complete, interval } = started.data.data;
  console.log(`Open ${verification_uri_complete} and confirm ${user_code}`);

  for (let wait = interval; ;) {
    await rest(wait * 1000);
    const { data, error } = await api.POST('/api/user_device/token', { body: { device_code } });
    if (data) return data.data.token;
    if (error.code !== 'DEVICE_PENDING' && error.code !== 'DEVICE_SLOW_DOWN') throw new Error(error.msg);
    wait = error.data?.retry_after ?? wait;
  }
}

const headers = { Authorization: `Bearer ${await signIn()}` };
const { data } = await api.GET('/api/user_info/index', { headers });
console.log(data?.data.email);
