import { endpoint, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/device.ts';

/**
 * Device sign-in by RFC 8628: a client without a password requests and polls, its owner answers on a page of
 * the site. Separate from `userAuth`, which the sign-in page loads.
 */
export const userDevice = {
  begin: endpoint<ShapeOf<typeof schemas.begin>>('POST', '/user_device/begin', 'public'),
  token: endpoint<ShapeOf<typeof schemas.token>>('POST', '/user_device/token', 'public'),
  /** A POST, so that the code appears in no address and no log. */
  lookup: endpoint<ShapeOf<typeof schemas.lookup>>('POST', '/user_device/lookup', 'member'),
  /** Requires a proof: a stolen session must not create a second session that outlives it unnoticed. */
  allow: withProof(endpoint<ShapeOf<typeof schemas.allow>>('POST', '/user_device/allow', 'member')),
  deny: endpoint<ShapeOf<typeof schemas.deny>>('POST', '/user_device/deny', 'member'),
};
