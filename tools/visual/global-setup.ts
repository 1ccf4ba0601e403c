import { startProduct } from '@yunduo/e2e/product';

/** A trial of the product, from its builds. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env['E2E_ORIGIN']) return () => Promise.resolve();
  const product = await startProduct({ APP_MODE: 'trial' });
  process.env['E2E_ORIGIN'] = product.origin;
  return () => product.stop();
}
