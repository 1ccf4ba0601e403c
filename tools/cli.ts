import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Something that there is not: the line says what there is. */
export class UsageError extends Error {}

/** What was asked for of what there is; all of it when nothing was. @throws on anything else: a run of nothing holds. */
export function among<T extends number | string>(all: readonly T[], values: readonly string[]): T[] {
  const unknown = values.filter((name) => !all.some((one) => String(one) === name));
  if (unknown.length > 0) throw new UsageError(`${unknown.join(', ')}: there is ${all.join(', ')}.`);
  return all.filter((one) => values.length === 0 || values.includes(String(one)));
}

/** How often, or how long. @throws when it is no whole number from 1 on. */
export function count(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UsageError(`${value || 'Nothing'}: a whole number from 1 on is needed.`);
}

type Words<C extends ParseArgsConfig> = ReturnType<typeof parseArgs<C>>;

/**
 * What a command was asked for, as `read` makes it of its options and words; without them it takes none. `--help` says
 * how it is used and ends the process with 0; what it does not know, or what `read` throws, is one line and ends it
 * with 2.
 */
export function commandLine<const C extends ParseArgsConfig, T = Words<C>>(
  usage: string,
  config: C,
  read: (words: Words<C>) => T = (words) => words as T,
): T {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const words = parseArgs({ ...config, options }) as Words<C> & { values: { help?: boolean } };
    if (!words.values.help) return read(words);
    console.log(usage);
  } catch (error) {
    console.error(`error: ${problem(error, Object.keys(options))}`);
    process.exit(2);
  }
  process.exit(0);
}

/** Node's own words up to its advice, and what there is instead. */
function problem(error: unknown, options: readonly string[]): string {
  const { message = String(error), code } = error as Partial<NodeJS.ErrnoException>;
  const [said = ''] = message.split(/\. |\n/, 1);
  const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL';
  return unknown ? `${said}: there is ${options.map((name) => `--${name}`).join(', ')}.` : said;
}
