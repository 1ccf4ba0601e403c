import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Locale } from '@yunduo/i18n';
import { isHeld } from '../db/data-lock.ts';
import { StartError } from '../start-error.ts';
import type { OpsIo } from './command.ts';

/** Where the server accepts commands (`control.ts`). */
export interface Door {
  port: number;
  secret: string;
}
export interface CommandLine {
  argv: string[];
  cwd: string;
  user: string;
  locale: Locale;
  /** Standard input, if the command line names it. */
  input?: string | undefined;
}
export type Line = { out: string } | { err: string } | { exit: number };

export const doorFile = (dataDir: string): string => join(dataDir, 'control.json');

/**
 * Forwards a command line to the server that holds the data folder, without loading the API; returns its exit code, or
 * null when no server accepts commands there.
 */
export async function askServer(dataDir: string, argv: readonly string[], io: OpsIo): Promise<number | null> {
  const door = await readFile(doorFile(dataDir), 'utf8').then(
    (text) => JSON.parse(text) as Door,
    () => null,
  );
  // A server that was killed leaves its file: the port may be another program's.
  if (!door || !isHeld(dataDir)) return null;
  const { cwd, user, locale } = io;
  const namesInput = argv.some((word) => word === '-' || /^--[^=]+=-$/.test(word));
  const input = namesInput ? await io.input?.() : undefined;
  const requested = request({
    host: '127.0.0.1',
    port: door.port,
    method: 'POST',
    headers: { authorization: `Bearer ${door.secret}` },
  });
  requested.end(JSON.stringify({ argv: [...argv], cwd, user, locale, input } satisfies CommandLine));
  let response: IncomingMessage;
  try {
    [response] = (await once(requested, 'response')) as [IncomingMessage];
  } catch {
    return null;
  }
  if (response.statusCode !== 200) {
    response.resume();
    return null;
  }
  for await (const text of createInterface({ input: response })) {
    const line = JSON.parse(text) as Line;
    if ('exit' in line) return line.exit;
    if ('out' in line) io.out(line.out);
    else io.err(line.err);
  }
  throw new StartError('the server ended while the command ran: see whether it was done');
}
