import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../test/run.ts';

/**
 * Runs rounds and stores the result after each: the same command resumes after an interruption. Returns the
 * state, and whether all rounds are done; the stored state is then removed.
 */
export async function rounds<S extends { rounds: number }>(
  name: string,
  { count, deadline, begin }: { count: number; deadline: number; begin: S },
  round: (state: S) => Promise<void>,
): Promise<{ state: S; done: boolean }> {
  const folder = join(root, 'reports/trust');
  const file = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  const state = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as S) : begin;
  while (state.rounds < count && Date.now() < deadline) {
    await round(state);
    state.rounds += 1;
    writeFileSync(file, JSON.stringify(state, undefined, 2));
  }
  const done = state.rounds >= count;
  if (done) rmSync(file, { force: true });
  else console.log(`Stopped after ${state.rounds} of ${count} rounds; the same command goes on.`);
  return { state, done };
}
