import { readFile } from 'node:fs/promises';
import { unstorableField } from '../http/storable.ts';
import { OpsError, type OpsSession } from './command.ts';

/**
 * Reads a text file named by the operator, or standard input for `-`, without a byte order mark.
 * @throws OpsError when it cannot be read, or is not UTF-8
 */
export async function textOf(
  { path, input }: Pick<OpsSession, 'path' | 'input'>,
  file: string,
): Promise<string> {
  if (file === '-' && input) return input();
  const bytes = await readFile(path(file)).catch((error: NodeJS.ErrnoException) => {
    throw new OpsError(`${file} cannot be read (${error.code ?? 'unknown'})`);
  });
  return decoded(bytes, file);
}

/**
 * The text that bytes of an operator contain.
 * @throws OpsError naming their source when they are not UTF-8
 */
export function decoded(bytes: Uint8Array, source: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below.
  }
  throw new OpsError(`${source} is no text in UTF-8`);
}

/**
 * Parses a JSON file.
 * @throws OpsError when it cannot be read, is no JSON, or has text that cannot be stored
 */
export async function jsonOf(session: Pick<OpsSession, 'path' | 'input'>, file: string): Promise<unknown> {
  const text = await textOf(session, file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new OpsError(`${file} is not JSON`);
  }
  // Escapes such as \u0000 and a lone \ud83d: the file itself is text, its strings are not.
  const field = unstorableField(parsed);
  if (field !== null) throw new OpsError(`${file} has characters that cannot be stored, in ${field}`);
  return parsed;
}
