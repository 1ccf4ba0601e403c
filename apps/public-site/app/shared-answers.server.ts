import type { ApiClient } from '@yunduo/api-client';
import { appStore, type Endpoint, site } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';

/** What pages of one moment have in common: their frame, and the categories of the store. */
const SHARED: ReadonlySet<Endpoint> = new Set<Endpoint>([site.info, appStore.categories]);

/** Milliseconds: a page may be kept for a minute, and is to be hardly older than that. */
const FRESH = 5000;

interface Shared {
  revision: string;
  until: number;
  answers: Map<string, Promise<unknown>>;
}

/**
 * Lets pages that are rendered at about the same time ask once for what they have in common: of the three calls behind a
 * page of the store one is left. Answers belong to one revision of the content and last five seconds; failures are not
 * kept. `now`: milliseconds on a clock that only goes forward.
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
        // Without the signal of the page that asks first: others wait for it, too.
        const answer = client.call(endpoint, input);
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        return answer;
      },
    };
  };
}
