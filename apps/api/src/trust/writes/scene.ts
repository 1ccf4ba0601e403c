import type { Endpoint, InputOf } from '@yunduo/api-contract';
import type { Role } from '@yunduo/validation';
import { sql, type SQL } from 'drizzle-orm';
import type { TestApp } from '../../testing/app.ts';
import { png } from '../../testing/dev-apps.ts';
import type { Recorder } from '../../testing/recorded.ts';
import type { alipayGateway, Gateway } from '../../testing/payment-gateways.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { person, type Person } from '../../testing/reviews.ts';

/** One call by the right person. */
interface Made<I> {
  input: I;
  /** The session; none for a visitor. */
  by?: { token: string };
}

/** A request that the calls' client does not send: of a payment company, of a mail program, or by a link. */
interface Sent {
  method?: 'GET';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

export interface Write {
  call: Endpoint;
  /** What sets it apart from other cases of the same call. */
  about: string;
  make: (scene: Scene) => Promise<Made<unknown> | { sent: Sent }>;
}

/** A well-formed, successful call. `about` tells several of one call apart. */
export const write =
  <E extends Endpoint>(call: E, about = '') =>
  (make: (scene: Scene) => Promise<Made<InputOf<E>>>): Write => ({ call, about, make });

/** The same, in another form than our client's. */
export const writeOf =
  (call: Endpoint, about = '') =>
  (make: (scene: Scene) => Promise<Sent>): Write => ({
    call,
    about,
    make: async (scene) => ({ sent: await make(scene) }),
  });

/** Who acts on the command line. */
export const COMMAND = { userId: null, name: 'root', via: 'command' } as const;

/** A picture as an upload. */
export const shot = async (): Promise<FormData> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await png(640, 480))]), 'shot.png');
  return form;
};

/** The address of the call that is recorded. */
export const IP = '203.0.113.9';
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface Companies {
  alipay: Awaited<ReturnType<typeof alipayGateway>>;
  wechat_pay: Gateway;
  stripe: Gateway;
}

interface World {
  api: TestApp;
  recorder: Recorder;
  companies: Companies;
  records: Map<string, string[]>;
}

/** What the cases need of the seeded world. */
export class Scene {
  readonly api: TestApp;
  readonly companies: Companies;
  /** TXT records of this world's name servers. */
  readonly records: Map<string, string[]>;
  readonly #recorder: Recorder;
  constructor({ api, recorder, companies, records }: World) {
    this.api = api;
    this.companies = companies;
    this.records = records;
    this.#recorder = recorder;
  }

  /** Records these values under a name. */
  readonly named = <T extends string | number>(name: string, value: T): T => {
    this.#recorder.named(name, value);
    return value;
  };

  #known<T extends Person>(name: string, who: T): T {
    this.#recorder.named(name, who.id, who.email);
    return who;
  }

  /** A new account, which has everything from now on. */
  async member(name = 'me'): Promise<SignedIn & Person> {
    const who = await newcomer(this.api);
    return this.#known(name, { ...who, id: who.user.id });
  }

  async staff(name: string, ...roles: Exclude<Role, 'user'>[]): Promise<Person> {
    return this.#known(name, await person(this.api, ...roles));
  }

  developer(name = 'developer'): Promise<Person> {
    return this.staff(name, 'developer');
  }
  operator(name = 'operator'): Promise<Person> {
    return this.staff(name, 'operator');
  }
  reviewer(name = 'reviewer'): Promise<Person> {
    return this.staff(name, 'reviewer');
  }

  async seeded(name: string): Promise<SignedIn & Person> {
    const who = await signedInAs(this.api, `${name}@yunduo.test`, SEED_PASSWORD);
    return this.#known(name, { ...who, id: who.user.id });
  }

  /** The first row; the test fails without one. */
  async find<T extends Record<string, unknown>>(query: SQL): Promise<T> {
    const { rows } = await this.api.db.execute<T>(query);
    if (!rows[0]) throw new Error('the seeded world has no such situation');
    return rows[0] as T;
  }

  /** The query of the newest link in mail to an address. */
  async linkTo(email: string, part: string): Promise<URLSearchParams> {
    const mail = (await this.api.mails()).find(({ to, text }) => to === email && text.includes(part));
    const link = mail?.text.match(/https?:\S+/g)?.find((one) => one.includes(part));
    if (!link) throw new Error(`no mail with ${part}`);
    return new URL(link).searchParams;
  }

  /** An app of the store by others than the caller. */
  async storeApp(): Promise<number> {
    return (await this.find<{ id: number }>(sql`select id from apps where app_key = 'gitea'`)).id;
  }
}
