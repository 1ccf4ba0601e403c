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

/** Accounts of the seeded world, one per situation, in the order in which they joined. */
const ACCOUNTS: readonly AccountSeed[] = [
  {
    email: 'operator@yunduo.test',
    nickname: '何苗',
    roles: ['operator'],
    gender: 'female',
    birthday: '1990-01-30',
    joined: 720,
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
    email: 'developer@yunduo.test',
    nickname: '林北岸',
    roles: ['developer'],
    gender: 'male',
    birthday: '1988-11-02',
    joined: 620,
  },
  // Owns community apps in the store, which developer@ must never see.
  { email: 'lighthouse@yunduo.test', nickname: 'Lighthouse', roles: ['developer'], joined: 540 },
  { email: 'user@yunduo.test', nickname: '陈晓航', gender: 'female', birthday: '1993-04-18', joined: 410 },
  // Second reviewer: holds a claim, so that reviewer@ cannot take that review.
  { email: 'reviewer2@yunduo.test', nickname: '沈越', roles: ['reviewer'], gender: 'female', joined: 300 },
  // A developer whose apps wait for review.
  { email: 'harbour@yunduo.test', nickname: '拾光工作室', roles: ['developer'], joined: 61 },
  // Only an account, without a profile.
  { email: 'plain@yunduo.test', nickname: 'User2026', joined: 2 },
  // A developer who has just joined, without an app.
  { email: 'newcomer@yunduo.test', nickname: '新人小石', roles: ['developer'], joined: 1 },
];

/** Creates the accounts; returns their ids by address. */
export async function seedAccounts(db: Db, now: Date): Promise<Map<string, number>> {
  // One hash for all: they share a password, and hashing is slow by design.
  const passwordHash = await hashPassword(SEED_PASSWORD);
  const ids = new Map<string, number>();
  for (const { joined, ...account } of ACCOUNTS) {
    const { id } = await createUser(db, { ...account, passwordHash, now: daysBefore(now, joined) });
    ids.set(account.email, id);
  }
  return ids;
}
