import { Command } from 'commander';

/**
 * The switches that stand behind a command which takes nothing else. `--help` ends the process with 0, anything that it
 * does not know with 2, as with `ops`.
 */
export function readSwitches(about: string, switches: Record<string, string> = {}): Record<string, boolean> {
  const command = commandOf(about);
  for (const [flag, text] of Object.entries(switches)) command.option(flag, text);
  return command.parse().opts();
}

/** The one word that a command needs, such as a folder; in the rest as `readSwitches`. */
export const readWord = (about: string, name: string, text: string): string =>
  commandOf(about).argument(`<${name}>`, text).parse().args[0] ?? '';

const commandOf = (about: string): Command =>
  new Command()
    .description(about)
    .allowExcessArguments(false)
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
