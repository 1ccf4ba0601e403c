import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/webhook.ts';

export const devWebhook = {
  list: endpoint<ShapeOf<typeof schemas.webhookList>>('GET', '/dev_webhook/list', 'developer'),
  create: withProof(
    idempotent(endpoint<ShapeOf<typeof schemas.webhookCreate>>('POST', '/dev_webhook/create', 'developer')),
  ),
  save: withProof(endpoint<ShapeOf<typeof schemas.webhookSave>>('POST', '/dev_webhook/save', 'developer')),
  rotate: withProof(
    idempotent(endpoint<ShapeOf<typeof schemas.webhookRotate>>('POST', '/dev_webhook/rotate', 'developer')),
  ),
  enable: endpoint<ShapeOf<typeof schemas.webhookEnable>>('POST', '/dev_webhook/enable', 'developer'),
  disable: endpoint<ShapeOf<typeof schemas.webhookDisable>>('POST', '/dev_webhook/disable', 'developer'),
  delete: endpoint<ShapeOf<typeof schemas.webhookDelete>>('POST', '/dev_webhook/delete', 'developer'),
  ping: idempotent(endpoint<ShapeOf<typeof schemas.webhookPing>>('POST', '/dev_webhook/ping', 'developer')),
  deliveries: endpoint<ShapeOf<typeof schemas.webhookDeliveries>>(
    'GET',
    '/dev_webhook/deliveries',
    'developer',
  ),
  delivery: endpoint<ShapeOf<typeof schemas.webhookDelivery>>('GET', '/dev_webhook/delivery', 'developer'),
  replay: idempotent(
    endpoint<ShapeOf<typeof schemas.webhookReplay>>('POST', '/dev_webhook/replay', 'developer'),
  ),
};
