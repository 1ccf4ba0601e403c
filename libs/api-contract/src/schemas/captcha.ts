import { CAPTCHA, CAPTCHA_SCENES } from '@yunduo/validation';
import { Nullable, OneOf, Strict, Token, Type } from './define.ts';

export const challenge = {
  body: Strict({ scene: OneOf(CAPTCHA_SCENES) }),
  data: Type.Object({
    challenge_id: Type.String(),
    /** data: URLs of the picture with the gap, and of the piece. */
    background: Type.String(),
    piece: Type.String(),
    /** Top of the piece, in logical pixels. */
    y: Type.Integer(),
    width: Type.Integer(),
    height: Type.Integer(),
    piece_size: Type.Integer(),
    /** Seconds. */
    expires_in: Type.Integer(),
  }),
};

const ticket = Type.Object({ ticket: Type.String(), expires_in: Type.Integer() });

/** Either the slider's answer (`x`, `track`, …) or the alternative's (`proof`). */
export const verify = {
  body: Strict({
    challenge_id: Token,
    x: Type.Optional(Type.Number({ minimum: 0, maximum: CAPTCHA.width })),
    /** How the hand moved: [x, y, milliseconds since the start]. */
    track: Type.Optional(
      Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number({ minimum: 0 })]), { maxItems: 600 }),
    ),
    duration_ms: Type.Optional(Type.Number({ minimum: 0, maximum: CAPTCHA.challengeTtl })),
    input: Type.Optional(OneOf(['pointer', 'keyboard'])),
    proof: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  data: ticket,
};

/** Proof of work for somebody whom the slider failed three times: `failed` names those challenges. */
export const alternative = {
  body: Strict({ scene: OneOf(CAPTCHA_SCENES), failed: Type.Array(Token, { maxItems: 10 }) }),
  data: Type.Object({
    challenge_id: Type.String(),
    algorithm: Type.String(),
    challenge: Type.String(),
    salt: Type.String(),
    signature: Type.String(),
    max_number: Nullable(Type.Integer()),
    expires_in: Type.Integer(),
  }),
};
