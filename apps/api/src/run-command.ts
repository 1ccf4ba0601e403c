import { ConfigError } from './config.ts';
import { plainError } from './db/errors.ts';
import { StartError } from './start-error.ts';

/** Runs a command; errors that an operator can fix are printed as plain lines, others with their stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  // Databases, uploads, keys and backups are private to this user.
  process.umask(0o077);
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${explain(error)}\n`);
  }
}

/** Formats an error for a terminal: a line per invalid setting, or the stack of an unexpected error. */
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
