import { freePort } from '@yunduo/e2e/free-port';
import { startProduct } from '@yunduo/e2e/product';
import { openFront } from './front.ts';

/** The product behind the proxy that records the browsers' reports. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const port = await freePort();
  const front = await openFront(`http://127.0.0.1:${port}`);
  const product = await startProduct({ PORT: String(port), ORIGIN: front.origin });
  process.env.E2E_ORIGIN = front.origin;
  return async () => {
    await front.close();
    await product.stop();
  };
}
