import type { Settings } from './settings.ts';

/** Seeded outside production; the seed itself is in apps/api/src/seed. */
const ACCOUNTS = ['user', 'developer', 'reviewer', 'operator'].map((role) => `${role}@yunduo.test`);
const PASSWORD = 'Yunduo2026';
const INVITATION = 'YDIN-TRYY-D0FR-EETE-STF2';

/** Prints all addresses; the API has already described the database's safety. Tests wait for "Ready". */
export function printWelcome(settings: Settings, origin: string): void {
  const lines = [
    `Ready: ${origin}`,
    `  Public site       ${origin}/ (Chinese), ${origin}/en (English)`,
    `  Developer center  ${origin}/developer-center`,
    `  API               ${origin}/developers, ${origin}/api/openapi.json`,
  ];
  if (settings.mode !== 'production') {
    lines.push(
      `  Mailbox           ${origin}/dev/mail`,
      `  Accounts          ${ACCOUNTS.join(', ')}`,
      `                    password ${PASSWORD}`,
      `  Invitation        ${INVITATION}`,
    );
  }
  console.log(lines.join('\n'));
}
