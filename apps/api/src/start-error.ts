/** Why the process cannot start, in one line that an operator can act on. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The data folder is missing and cannot be made, or nothing can be written into it. */
export const unwritable = (dataDir: string, error: unknown): StartError =>
  new StartError(
    `the data folder ${dataDir} cannot be written (${(error as { code?: string }).code ?? String(error)}): set DATA_DIR`,
  );
