import type { Settings } from './settings.ts';

/** Seeded outside production; the seed itself stands in apps/api/src/db/seed. */
const ACCOUNTS = ['user', 'developer', 'reviewer', 'operator'].map((role) => `${role}@yunduo.test`);
const PASSWORD = 'Yunduo2026';

/** Says where everything is. Tests wait for the line that begins with "Ready". */
export function printWelcome(settings: Settings, origin: string): void {
  const lines = [
    `Ready: ${origin}`,
    `  Public site       ${origin}/ (Chinese), ${origin}/en (English)`,
    `  Developer center  ${origin}/developer-center`,
    `  API               ${origin}/api/openapi.json`,
  ];
  if (settings.mode !== 'production') {
    lines.push(
      `  Mailbox           ${origin}/dev/mail`,
      `  Accounts          ${ACCOUNTS.join(', ')}`,
      `                    password ${PASSWORD}`,
    );
  }
  if (!process.env.DATABASE_URL) {
    lines.push(
      `The data lies in ${settings.dataDir} (embedded PGlite): it survives a crash of these processes, but it is not`,
      'safe against power loss. For real use set DATABASE_URL to a PostgreSQL database.',
    );
  }
  console.log(lines.join('\n'));
}
