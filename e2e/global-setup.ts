import { startProduct } from './product.ts';

/**
 * Starts the product once for all tests. E2E_ORIGIN names one that is already running (APP_MODE=test
 * TRUST_PROXY=1), E2E_DATA_DIR its data folder.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.E2E_ORIGIN) return async () => undefined;
  const product = await startProduct();
  process.env.E2E_ORIGIN = product.origin;
  process.env.E2E_DATA_DIR = product.dataDir;
  return () => product.stop();
}
