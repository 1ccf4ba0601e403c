import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../test/run.ts';
import { ApiProcess } from './api-process.ts';
import { Findings } from './statistics.ts';
import { processEnv, withTestEnvironment } from './test-env.ts';

const SOLVED_MAX = 0.2;
const GUESSED_MAX = 0.02;
/** Milliseconds of CPU time. */
const PICTURE_MAX = 5;

interface Outcome {
  rates: Record<string, number>;
  chance: number;
  guessed: number;
  replayed: number;
  pictureCost: number;
  hashesPerMs: number;
  proofs: Record<string, { hashes: number; ms: number }>;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Solver programs against the captcha's pictures, and the cost of a picture for each side. */
export async function captcha(count: number, deadline: number, postgres: boolean): Promise<boolean> {
  return withTestEnvironment(postgres, async (environment) => {
    const findings = new Findings();
    const api = await ApiProcess.start(environment.dataDir, processEnv(environment));
    try {
      await attackCaptcha(api, findings, count, deadline);
      return findings.good;
    } finally {
      await api.end();
    }
  });
}

/** The same on a running API. */
export async function attackCaptcha(
  api: ApiProcess,
  findings: Findings,
  count: number,
  deadline: number,
): Promise<void> {
  const attack = join(root, 'apps/api/src/trust/captcha-attack.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [attack, api.origin, String(count)], {
    timeout: Math.max(1, deadline - Date.now()),
  });
  const { rates, chance, guessed, replayed, pictureCost, hashesPerMs, proofs } = JSON.parse(
    stdout,
  ) as Outcome;
  for (const [name, rate] of Object.entries(rates)) {
    findings.check(
      rate <= SOLVED_MAX,
      `${name}: ${percent(rate)} of ${count} pictures (limit ${percent(SOLVED_MAX)})`,
    );
  }
  findings.check(
    chance <= GUESSED_MAX,
    `guesses at random: ${(chance * 100).toFixed(2)} % over every place (limit ${percent(GUESSED_MAX)}), ${percent(guessed)} of one guess a picture`,
  );
  findings.check(replayed === 0, `second answers to a picture: ${replayed} taken (limit 0)`);
  findings.check(
    pictureCost <= PICTURE_MAX,
    `a picture: ${pictureCost.toFixed(1)} ms of the server's processor, median (limit ${PICTURE_MAX} ms)`,
  );
  for (const [way, { hashes, ms }] of Object.entries(proofs)) {
    console.log(
      `          proof, ${way}: ${hashes} hashes, ${Math.round(ms)} ms at ${Math.round(hashesPerMs)} a ms`,
    );
  }
}
