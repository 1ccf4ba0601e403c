import type { Role } from '@yunduo/validation';
import { hashPassword } from '../modules/auth/passwords.ts';
import type { Db } from '../db/client.ts';
import { createUser, daysBefore } from './builders.ts';

/** Password of every seeded account; they exist outside production only. */
export const SEED_PASSWORD = 'Yunduo2026';

interface AccountSeed {
  email: string;
  nickname: string;
  roles?: readonly Exclude<Role, 'user'>[];
  gender?: 'male' | 'female';
  birthday?: string;
  joined: number;
}

/** Who lives in the seeded world, and in which situation. */
const ACCOUNTS: readonly AccountSeed[] = [
  { email: 'user@yunduo.test', nickname: '陈晓航', gender: 'female', birthday: '1993-04-18', joined: 410 },
  {
    email: 'developer@yunduo.test',
    nickname: '林北岸',
    roles: ['developer'],
    gender: 'male',
    birthday: '1988-11-02',
    joined: 620,
  },
  {
    email: 'reviewer@yunduo.test',
    nickname: '周正',
    roles: ['reviewer'],
    gender: 'male',
    birthday: '1985-07-23',
    joined: 700,
  },
  {
    email: 'operator@yunduo.test',
    nickname: '何苗',
    roles: ['operator'],
    gender: 'female',
    birthday: '1990-01-30',
    joined: 720,
  },
  // Owns community apps in the store: what developer@ must never see.
  { email: 'lighthouse@yunduo.test', nickname: 'Lighthouse', roles: ['developer'], joined: 540 },
  // The second pair of eyes: holds a review that reviewer@ then cannot take.
  { email: 'reviewer2@yunduo.test', nickname: '沈越', roles: ['reviewer'], gender: 'female', joined: 300 },
  // A developer whose apps wait for the reviewers.
  { email: 'harbour@yunduo.test', nickname: '拾光工作室', roles: ['developer'], joined: 61 },
  // A developer who has just joined and has no app yet.
  { email: 'newcomer@yunduo.test', nickname: '新人小石', roles: ['developer'], joined: 1 },
  // Has filled in nothing beyond the account.
  { email: 'plain@yunduo.test', nickname: 'User2026', joined: 2 },
];

/** Makes the accounts; answers their ids by address. */
export async function seedAccounts(db: Db, now: Date): Promise<Map<string, number>> {
  // One hash for all: they share one password anyway, and hashing is slow on purpose.
  const passwordHash = await hashPassword(SEED_PASSWORD);
  const ids = new Map<string, number>();
  for (const { joined, ...account } of ACCOUNTS) {
    const { id } = await createUser(db, { ...account, passwordHash, now: daysBefore(now, joined) });
    ids.set(account.email, id);
  }
  return ids;
}
