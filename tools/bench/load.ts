import { Agent, request } from 'node:http';

export interface LoadResult {
  perSecond: number;
  answers: number;
  failures: number;
}

const CONNECTIONS = 32;

/**
 * Requests an address over keep-alive connections, one request after the other on each, for `duration` ms.
 */
export async function load(url: string, duration: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { 'accept-encoding': 'br' };
  let answers = 0;
  let failures = 0;
  const startedAt = performance.now();
  const one = (): Promise<void> =>
    new Promise((resolve) => {
      request(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) failures += 1;
        answer.resume().once('end', () => {
          answers += 1;
          resolve();
        });
      })
        .once('error', () => {
          failures += 1;
          resolve();
        })
        .end();
    });
  const connection = async (): Promise<void> => {
    while (performance.now() - startedAt < duration) await one();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return { perSecond: answers / ((performance.now() - startedAt) / 1000), answers, failures };
}
