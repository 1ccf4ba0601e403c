/** Why the process cannot start, in one line with the fix. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The data folder cannot be created or written. */
export const unwritable = (dataDir: string, error: unknown): StartError =>
  new StartError(
    `the data folder ${dataDir} cannot be written (${(error as { code?: string }).code ?? String(error)}): set DATA_DIR`,
  );
