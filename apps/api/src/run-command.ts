import { ConfigError } from './config.ts';
import { plainError } from './db/errors.ts';
import { StartError } from './start-error.ts';

/** Runs a command; what an operator can mend is said in plain lines, anything else with its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  // Databases, uploads, keys and backups are for this user alone.
  process.umask(0o077);
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${explain(error)}\n`);
  }
}

/** What went wrong, for a terminal: a line for each wrong setting, a stack for what nobody foresaw. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) {
    return error.message
      .split('\n')
      .map((line) => `error: ${line}`)
      .join('\n');
  }
  const { message, stack } = plainError(error);
  return stack || message;
}
