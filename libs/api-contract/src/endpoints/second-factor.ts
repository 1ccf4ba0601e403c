import { endpoint, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/second-factor.ts';

/** The second factors of an account: what it has, setting up, taking away. */
export const userFactor = {
  state: endpoint<ShapeOf<typeof schemas.state>>('GET', '/user_factor/state', 'member'),
  totpBegin: withProof(
    endpoint<ShapeOf<typeof schemas.totpBegin>>('POST', '/user_factor/totp_begin', 'member'),
  ),
  /** Its proof is a code of what `totpBegin` gave out. */
  totpConfirm: endpoint<ShapeOf<typeof schemas.totpConfirm>>('POST', '/user_factor/totp_confirm', 'member'),
  totpRemove: withProof(
    endpoint<ShapeOf<typeof schemas.totpRemove>>('POST', '/user_factor/totp_remove', 'member'),
  ),
  passkeyBegin: withProof(
    endpoint<ShapeOf<typeof schemas.passkeyBegin>>('POST', '/user_factor/passkey_begin', 'member'),
  ),
  /** Its proof is the answer to what `passkeyBegin` asked of the device. */
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
  /** What a passkey of the account has to sign for `user_info/prove`. */
  passkeyProve: endpoint<ShapeOf<typeof schemas.passkeyProve>>(
    'POST',
    '/user_factor/passkey_prove',
    'member',
  ),
  recoveryCodes: withProof(
    endpoint<ShapeOf<typeof schemas.recoveryCodes>>('POST', '/user_factor/recovery_codes', 'member'),
  ),
};
