import { endpoint, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/second-factor.ts';

/** The second factors of an account: list, setup, removal. */
export const userFactor = {
  state: endpoint<ShapeOf<typeof schemas.state>>('GET', '/user_factor/state', 'member'),
  totpBegin: withProof(
    endpoint<ShapeOf<typeof schemas.totpBegin>>('POST', '/user_factor/totp_begin', 'member'),
  ),
  /** Its proof is a code of the secret from `totpBegin`. */
  totpConfirm: endpoint<ShapeOf<typeof schemas.totpConfirm>>('POST', '/user_factor/totp_confirm', 'member'),
  totpRemove: withProof(
    endpoint<ShapeOf<typeof schemas.totpRemove>>('POST', '/user_factor/totp_remove', 'member'),
  ),
  passkeyBegin: withProof(
    endpoint<ShapeOf<typeof schemas.passkeyBegin>>('POST', '/user_factor/passkey_begin', 'member'),
  ),
  /** Its proof is the device's response to the challenge from `passkeyBegin`. */
  passkeyFinish: endpoint<ShapeOf<typeof schemas.passkeyFinish>>(
    'POST',
    '/user_factor/passkey_finish',
    'member',
  ),
  passkeyRename: endpoint<ShapeOf<typeof schemas.passkeyRename>>(
    'POST',
    '/user_factor/passkey_rename',
    'owner',
  ),
  passkeyRemove: withProof(
    endpoint<ShapeOf<typeof schemas.passkeyRemove>>('POST', '/user_factor/passkey_remove', 'owner'),
  ),
  /** The challenge that a passkey of the account signs for `user_info/prove`. */
  passkeyProve: endpoint<ShapeOf<typeof schemas.passkeyProve>>(
    'POST',
    '/user_factor/passkey_prove',
    'member',
  ),
  recoveryCodes: withProof(
    endpoint<ShapeOf<typeof schemas.recoveryCodes>>('POST', '/user_factor/recovery_codes', 'member'),
  ),
};
