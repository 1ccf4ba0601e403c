import { endpoint, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/factor.ts';

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
  recoveryCodes: withProof(
    endpoint<ShapeOf<typeof schemas.recoveryCodes>>('POST', '/user_factor/recovery_codes', 'member'),
  ),
};
