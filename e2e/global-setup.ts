import { startProduct } from './product.ts';

/** Starts the product once for all tests. E2E_ORIGIN names one that runs already (APP_MODE=test TRUST_PROXY=1). */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.E2E_ORIGIN) return async () => undefined;
  // Nx has built what its task depends on.
  const product = await startProduct({}, !process.env.NX_TASK_TARGET_TARGET);
  process.env.E2E_ORIGIN = product.origin;
  return () => product.stop();
}
