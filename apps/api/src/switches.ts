import { Command } from 'commander';

/** Parses a command that has only switches. `--help` exits with 0, an unknown switch with 2, as in `ops`. */
export function readSwitches(about: string, switches: Record<string, string> = {}): Record<string, boolean> {
  const command = commandOf(about);
  for (const [flag, text] of Object.entries(switches)) command.option(flag, text);
  return command.parse().opts();
}

/** Parses the only argument of a command, such as a folder; otherwise as `readSwitches`. */
export const readWord = (about: string, name: string, text: string): string =>
  commandOf(about).argument(`<${name}>`, text).parse().args[0] ?? '';

const commandOf = (about: string): Command =>
  new Command()
    .description(about)
    .allowExcessArguments(false)
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
