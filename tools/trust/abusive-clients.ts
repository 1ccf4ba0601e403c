import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiProcess } from './api-process.ts';
import { drive, type Call, type Driven } from './load.ts';
import { Findings, megabytes, ms, percentile } from './statistics.ts';
import { processEnv, withTestEnvironment } from './test-env.ts';

const SLOW_SOCKETS = 500;
const LARGE_BODIES = 8;
const GIGABYTE = 1_000_000_000;
const DEPTH = 10_000;
/** Requests per second of all normal clients. */
const OTHERS = 20;
const OTHERS_P99 = 500;
const MEMORY = 100_000_000;

/**
 * Abusive clients, and their effect on normal ones. Memory is compared with an equally long time without
 * them: it varies by itself, and the maximum grows with the length of the observation.
 */
export async function abusiveClients(
  minutes: number,
  _deadline: number,
  postgres: boolean,
): Promise<boolean> {
  return withTestEnvironment(postgres, async (environment) => {
    const findings = new Findings();
    const api = await ApiProcess.start(environment.dataDir, processEnv(environment));
    try {
      const duration = minutes * 60_000;
      const others = { perSecond: OTHERS, duration, sample: 500 };
      const calls = (place: number): Call => ['GET', PATHS[place % PATHS.length] ?? ''];
      const highest = ({ memory }: Driven): number => Math.max(...memory.map(({ resident }) => resident));
      const calm = await drive(api, calls, others);
      const attack = new Attack(api);
      const [measured] = await Promise.all([drive(api, calls, others), attack.run(duration)]);
      const p99 = percentile(measured.took, 99);
      console.log(
        `calm: p99 ${ms(percentile(calm.took, 99))}, memory ${megabytes(highest(calm))} at its highest`,
      );
      console.log(`rude: ${attack.words()}`);
      const failures = Object.entries(measured.failures).map(([words, count]) => `${count} × ${words}`);
      findings.check(
        failures.length === 0,
        `others: ${measured.requests} requests, failed: ${failures.join(', ') || 'none'}`,
      );
      findings.check(p99 < OTHERS_P99, `others: p99 ${ms(p99)} (limit ${ms(OTHERS_P99)})`);
      const more = highest(measured) - highest(calm);
      findings.check(
        more < MEMORY,
        `memory: ${megabytes(more)} more at its highest (limit ${megabytes(MEMORY)})`,
      );
      findings.check(attack.answers['500'] === undefined, 'no rude request is answered with 500');
      return findings.good;
    } finally {
      await api.kill();
    }
  });
}

const PATHS = ['/site/info', '/app_store/list', '/app_store/categories', '/health/ready'];

class Attack {
  readonly #api: ApiProcess;
  readonly #port: number;
  #stop = false;
  #opened = 0;
  #sent = 0;
  /**
   * The statuses of responses to JSON that is nested too deep, and to bodies that are too large, by count.
   */
  readonly answers: Record<string, number> = {};

  constructor(api: ApiProcess) {
    this.#api = api;
    this.#port = Number(new URL(api.origin).port);
  }

  words(): string {
    return `${this.#opened} slow sockets opened, ${megabytes(this.#sent)} of large bodies sent, answers ${JSON.stringify(this.answers)}`;
  }

  async run(duration: number): Promise<void> {
    const attackers = [
      ...Array.from({ length: SLOW_SOCKETS }, () => this.#slow()),
      ...Array.from({ length: LARGE_BODIES }, (_, place) => this.#large(place % 2 === 0)),
      this.#deep(),
    ];
    await pause(duration);
    this.#stop = true;
    await Promise.all(attackers);
  }

  #open(): Promise<Socket | null> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1', () => resolve(socket));
      socket.on('error', () => resolve(null));
    });
  }

  #count(text: string): void {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
    if (status) this.answers[status] = (this.answers[status] ?? 0) + 1;
  }

  /** Sends headers, or a body, one byte per second; reconnects after being dropped. */
  async #slow(): Promise<void> {
    for (let turn = 0; !this.#stop; turn += 1) {
      const socket = await this.#open();
      if (!socket) {
        await pause(1_000);
        continue;
      }
      this.#opened += 1;
      const head =
        'POST /api/user_auth/login HTTP/1.1\r\nhost: rude\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n';
      if (turn % 2 === 0) socket.write(head);
      const text = turn % 2 === 0 ? ' ' : head;
      socket.resume();
      for (let place = 0; !this.#stop && !socket.destroyed && socket.writable; place += 1) {
        socket.write(text[place % text.length] ?? ' ');
        await pause(1_000);
      }
      socket.destroy();
    }
  }

  /** Sends a body of a gigabyte as fast as it is accepted, with Content-Length or in chunks. */
  async #large(chunked: boolean): Promise<void> {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const framed = chunked
      ? Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
      : chunk;
    const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${GIGABYTE}`;
    while (!this.#stop) {
      const socket = await this.#open();
      if (!socket) continue;
      socket.on('data', (data: Buffer) => this.#count(data.toString('latin1')));
      socket.write(
        `POST /api/user_auth/login HTTP/1.1\r\nhost: rude\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
      );
      for (
        let sent = 0;
        sent < GIGABYTE && !this.#stop && !socket.destroyed && socket.writable;
        sent += framed.length
      ) {
        this.#sent += framed.length;
        if (!socket.write(framed))
          await Promise.race([
            new Promise((resolve) => socket.once('drain', resolve)),
            new Promise((resolve) => socket.once('close', resolve)),
            pause(1_000),
          ]);
      }
      socket.destroy();
      await pause(100);
    }
  }

  /** JSON that consists of brackets only. */
  async #deep(): Promise<void> {
    const bodies = [
      '['.repeat(DEPTH) + ']'.repeat(DEPTH),
      `{"email":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`,
      '['.repeat(DEPTH),
    ];
    for (let turn = 0; !this.#stop; turn += 1) {
      const answer = await fetch(`${this.#api.origin}/api/user_auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodies[turn % bodies.length] ?? '',
      }).catch(() => null);
      await answer?.text().catch(() => '');
      const status = String(answer?.status ?? 'cut');
      this.answers[status] = (this.answers[status] ?? 0) + 1;
      await pause(50);
    }
  }
}
