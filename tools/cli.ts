import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A usage error that names an unknown value: the message lists the known ones. */
export class UsageError extends Error {}

/** The selected values, or all without a selection. @throws if one is unknown: an empty run would pass. */
export function among<T extends number | string>(all: readonly T[], values: readonly string[]): T[] {
  const unknown = values.filter((name) => !all.some((one) => String(one) === name));
  if (unknown.length > 0) throw new UsageError(`${unknown.join(', ')}: there is ${all.join(', ')}.`);
  return all.filter((one) => values.length === 0 || values.includes(String(one)));
}

/** A count or duration. @throws if it is not an integer from 1. */
export function count(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UsageError(`${value || 'Nothing'}: a whole number from 1 on is needed.`);
}

type Words<C extends ParseArgsConfig> = ReturnType<typeof parseArgs<C>>;

/**
 * Parses a command's arguments; `read` turns options and positionals into its input, and without `read` it
 * accepts none. `--help` prints the usage and exits with 0; an unknown argument, or an error thrown by
 * `read`, prints one line and exits with 2.
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

/** Node's message without its advice, and the known options instead. */
function problem(error: unknown, options: readonly string[]): string {
  const { message = String(error), code } = error as Partial<NodeJS.ErrnoException>;
  const [output = ''] = message.split(/\. |\n/, 1);
  const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL';
  return unknown ? `${output}: there is ${options.map((name) => `--${name}`).join(', ')}.` : output;
}
