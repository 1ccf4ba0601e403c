import type { ApiClient } from '@yunduo/api-client';
import { appStore, type Endpoint, site } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';

/** Calls shared by all pages: their frame, and the store's categories. */
const SHARED: ReadonlySet<Endpoint> = new Set<Endpoint>([site.info, appStore.categories]);

/** Milliseconds: a page may be cached for a minute, and its data should be hardly older than that. */
const FRESH = 5000;

interface Shared {
  revision: string;
  until: number;
  answers: Map<string, Promise<unknown>>;
}

/**
 * Shares answers between pages that are rendered at about the same time: of the three calls of a store page, one
 * remains. Answers belong to one content revision and are kept for five seconds; failures are not kept. `now`:
 * milliseconds on a monotonic clock.
 */
export function createSharedAnswers(now: () => number = () => performance.now()) {
  let shared: Shared = { revision: '', until: 0, answers: new Map() };

  return (client: ApiClient, language: Locale, revision: string): ApiClient => {
    if (shared.revision !== revision || now() >= shared.until) {
      shared = { revision, until: now() + FRESH, answers: new Map() };
    }
    const { answers } = shared;
    return {
      call(endpoint, input, options) {
        if (!SHARED.has(endpoint)) return client.call(endpoint, input, options);
        const key = `${language} ${endpoint.url} ${JSON.stringify(input ?? {})}`;
        const known = answers.get(key) as ReturnType<typeof client.call<typeof endpoint>> | undefined;
        if (known) return known;
        // Without the abort signal of the first page: others wait for the same answer.
        const answer = client.call(endpoint, input);
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        return answer;
      },
    };
  };
}
