import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, filled, test } from './fixtures.ts';

/** A developer's own server, which verifies signatures. */
async function receiver() {
  /** The test events. */
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 503;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      // Other events of this developer's apps belong to other tests.
      if (body.includes('"type":"ping"')) received.push({ headers: request.headers, body });
      response.writeHead(status).end(status === 503 ? 'the build queue is full' : '');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${randomBytes(4).toString('hex')}`,
    received,
    recover: () => void (status = 204),
    isSigned(secret: string, index: number): boolean {
      const { headers, body } = received[index] ?? { headers: {}, body: '' };
      const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a webhook is created, tested, inspected and resent; its receiver verifies each request', async ({
  page,
  path,
  words,
  context,
  withSession,
  axe,
  silence,
}) => {
  // A private address is rejected.
  silence.allow(/status of 400/);
  const { webhooks, panel } = words.console;
  const { form, secret: shown, deliveries, delivery } = webhooks;
  const target = await receiver();
  try {
    await withSession(context, 'developer@yunduo.test');
    await page.goto(path('/developer-center/control-panel'));
    await page.getByRole('link', { name: panel.webhooks.open }).click();
    await expect(page.getByRole('heading', { level: 1, name: webhooks.heading })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: webhooks.new }).click();
    const dialog = page.getByRole('dialog', { name: form.title });
    const url = dialog.getByLabel(form.url, { exact: true });
    await url.fill('https://10.0.0.1/hook');
    await url.press('Enter');
    // The server knows which addresses it must never connect to.
    await expect(url).toHaveAttribute('aria-invalid', 'true');
    await axe(page);
    await url.fill(target.url);
    await url.press('Enter');

    const region = page.getByRole('region', { name: shown.heading });
    await expect(region).toBeVisible();
    const secret = (await region.getByRole('group', { name: shown.label }).textContent()) ?? '';
    await axe(page);
    await region.getByRole('button', { name: shown.done }).click();
    await expect(page.getByText(secret)).toHaveCount(0);

    await page.getByRole('button', { name: webhooks.ping }).click();
    const row = page.getByRole('row').filter({ hasText: 'ping' });
    await expect(row).toContainText(filled(webhooks.failure.status, { status: 503 }));
    expect(target.isSigned(secret, 0)).toBe(true);
    await axe(page);
    await row.getByRole('button').click();
    const log = page.getByRole('dialog', { name: delivery.title });
    await expect(log).toContainText('the build queue is full');
    await expect(log.getByRole('group', { name: delivery.body })).toContainText('"type": "ping"');
    await axe(page);
    target.recover();
    await log.getByRole('button', { name: delivery.replay }).click();
    await expect(log).toHaveCount(0);
    await expect(row).toContainText(deliveries.delivered);
    const last = target.received.length - 1;
    expect(target.isSigned(secret, last)).toBe(true);
    const [first, again] = [target.received[0], target.received[last]];
    expect([again?.body, again?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);

    await page.getByRole('combobox', { name: deliveries.filter }).selectOption('failed');
    await expect(page.getByText(deliveries.none_found)).toBeVisible();
    await page.getByRole('button', { name: webhooks.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: webhooks.remove_confirm }).click();
    await expect(page).toHaveURL(path('/developer-center/webhooks'));
    await expect(page.getByText(target.url)).toHaveCount(0);
  } finally {
    await target.close();
  }
});
