import { setTimeout as rest } from 'node:timers/promises';

/** Waits as long as the response says, but not more than a minute in all. */
async function patient(request: () => Promise<Response>, patience = 60): Promise<Response> {
  for (let spent = 0; ;) {
    const answer = await request();
    const wait = Number(answer.headers.get('retry-after'));
    if (![429, 502, 503].includes(answer.status) || !wait || spent + wait > patience) return answer;
    await rest(wait * 1000);
    spent += wait;
  }
}

const answer = await patient(() => fetch('https://yunduo.example/api/app_store/categories'));
console.log(answer.status);
