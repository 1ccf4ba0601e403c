import type { User } from '@yunduo/api-contract';

/** A signed-in user for tests. */
export const userFixture = (changes: Partial<User> = {}): User => ({
  id: 7,
  email: 'user@yunduo.test',
  nickname: '云舵用户',
  gender: 'secret',
  birthday: '1990-05-17',
  head_image: '/uploads/avatar-7.webp',
  tb_id: null,
  yt_token: 'yt_fixture',
  roles: ['user'],
  ...changes,
});

type Area = 'localStorage' | 'sessionStorage';

const reject = (): never => {
  throw new DOMException('refused', 'SecurityError');
};
const full = (): never => {
  throw new DOMException('full', 'QuotaExceededError');
};
/** `storage` with some of its methods replaced. */
const broken = (storage: Storage, methods: Partial<Storage>): Storage =>
  new Proxy(storage, {
    get: (target, name) =>
      name in methods ? Reflect.get(methods, name) : (Reflect.get(target, name) as () => void).bind?.(target),
  });

/** Every way in which a browser refuses storage, by the result of its property. */
export const STORAGE_FAILURES = {
  'its getter throws': reject,
  'it is null': () => null,
  'it is full': (storage) => broken(storage, { setItem: full }),
  'it refuses to write': (storage) => broken(storage, { setItem: reject, removeItem: reject }),
  'it refuses to read': (storage) => broken(storage, { getItem: reject }),
  'every method throws': (storage) =>
    broken(storage, { getItem: reject, setItem: reject, removeItem: reject, clear: reject, key: reject }),
} satisfies Record<string, (storage: Storage) => Storage | null>;

export type StorageFailure = keyof typeof STORAGE_FAILURES;

/** Every failure of each storage, and of both together, for `test.each`. */
export const storageFailures: readonly (readonly [StorageFailure, readonly Area[]])[] = (
  Object.keys(STORAGE_FAILURES) as StorageFailure[]
).flatMap((how) => [
  [how, ['localStorage']] as const,
  [how, ['sessionStorage']] as const,
  [how, ['localStorage', 'sessionStorage']] as const,
]);

/**
 * Breaks the window's storages in one way. Returns the function that restores them. Only tests of browser
 * code call it.
 */
export function breakStorage(how: StorageFailure, areas: readonly Area[]): () => void {
  const restores = areas.map((area) => {
    const property = Object.getOwnPropertyDescriptor(window, area) as PropertyDescriptor;
    const storage = window[area];
    Object.defineProperty(window, area, { configurable: true, get: () => STORAGE_FAILURES[how](storage) });
    return () => Object.defineProperty(window, area, property);
  });
  return () => {
    for (const restore of restores) restore();
  };
}

/**
 * A browser whose cookies are off, or whose document may not have any. Returns the function that restores
 * them.
 */
export function breakCookies(how: 'they are off' | 'they throw'): () => void {
  const off: PropertyDescriptor = { configurable: true, get: () => '', set: () => undefined };
  const rejected: PropertyDescriptor = { configurable: true, get: reject, set: reject };
  Object.defineProperty(document, 'cookie', how === 'they are off' ? off : rejected);
  return () => void Reflect.deleteProperty(document, 'cookie');
}
