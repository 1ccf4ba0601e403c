import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../test/run.ts';
import { ApiProcess } from './api-process.ts';
import { awaitMail, mailsTo, PASSWORD, registerUntilGone } from './registration.ts';
import type { Acknowledged } from './registration.ts';

const WRITERS = 8;

export interface CrashResult {
  rounds: number;
  accounts: number;
  codes: number;
  lost: string[];
  doubled: string[];
}

/** One round: writers at work, kill -9 at a moment of chance, start again, look for everything acknowledged. */
async function crashRound(dataDir: string, result: CrashResult): Promise<void> {
  const acknowledged: Acknowledged = { codes: [], accounts: [] };
  const api = await ApiProcess.start(dataDir);
  const writers = Promise.all(Array.from({ length: WRITERS }, () => registerUntilGone(api, acknowledged)));
  await new Promise((resolve) => setTimeout(resolve, randomInt(800, 4000)));
  await api.kill();
  await writers;

  const again = await ApiProcess.start(dataDir);
  try {
    for (const email of acknowledged.accounts) {
      const signIn = { email, password: PASSWORD, agree: true };
      await again
        .call('POST', '/user_auth/login', signIn, `10.9.${randomInt(256)}.${randomInt(1, 255)}`)
        .catch((error: Error) => result.lost.push(`account ${email}: ${error.message}`));
    }
    for (const email of acknowledged.codes) {
      await awaitMail(again, email);
      const mails = await mailsTo(again, email);
      if (mails.length === 0) result.lost.push(`mail to ${email}`);
      if (mails.length > 1) result.doubled.push(`mail to ${email} × ${mails.length}`);
    }
  } finally {
    await again.end();
  }
  result.rounds += 1;
  result.accounts += acknowledged.accounts.length;
  result.codes += acknowledged.codes.length;
}

/** Runs until `rounds` are done, keeping the state after each: stopped in between, it goes on where it was. */
export async function crash(rounds: number, deadline: number): Promise<boolean> {
  const folder = join(root, 'reports/trust');
  const file = join(folder, 'crash.json');
  mkdirSync(folder, { recursive: true });
  const result: CrashResult = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as CrashResult)
    : { rounds: 0, accounts: 0, codes: 0, lost: [], doubled: [] };
  const dataDir = mkdtempSync(join(tmpdir(), 'yunduo-crash-'));
  try {
    while (result.rounds < rounds && Date.now() < deadline) {
      await crashRound(dataDir, result);
      writeFileSync(file, JSON.stringify(result, undefined, 2));
      console.log(
        `round ${result.rounds}: ${result.accounts} accounts, ${result.codes} codes acknowledged, ${result.lost.length} lost, ${result.doubled.length} doubled`,
      );
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  for (const line of [...result.lost, ...result.doubled]) console.log(line);
  if (result.rounds >= rounds) rmSync(file);
  else console.log(`Stopped after ${result.rounds} of ${rounds} rounds; the same command goes on.`);
  return result.rounds >= rounds && result.lost.length + result.doubled.length === 0;
}
