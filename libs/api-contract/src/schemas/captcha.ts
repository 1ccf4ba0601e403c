import { CAPTCHA, CAPTCHA_INPUTS, CAPTCHA_SCENES } from '@yunduo/validation';
import { about, call, Nullable, OneOf, Strict, Token, Type } from './define.ts';

export const challenge = call({
  summary: 'Create a slider challenge',

  body: Strict({ scene: OneOf(CAPTCHA_SCENES) }),
  data: Type.Object({
    challenge_id: Type.String(),
    background: about('data: URLs of the picture with the gap, and of the piece.', Type.String()),
    piece: Type.String(),
    y: about('Top of the piece, in logical pixels.', Type.Integer()),
    width: Type.Integer(),
    height: Type.Integer(),
    piece_size: Type.Integer(),
    work: about(
      'Proof of work computed while the piece is moved: for each part, a number for which the first 32 bits of the SHA-256 of salt, part and number are below `target` (`proof-of-work.ts`). `parts` are required with a pointer track, otherwise `parts_without_track`. Missing if the picture was created by an earlier version.',
      Type.Optional(
        Type.Object({
          algorithm: Type.String(),
          salt: about('16 bytes in hexadecimal.', Type.String()),
          target: Type.Integer(),
          parts: Type.Integer(),
          parts_without_track: Type.Integer(),
        }),
      ),
    ),
    expires_in: about('Seconds.', Type.Integer()),
  }),
});

const ticket = Type.Object({ ticket: Type.String(), expires_in: Type.Integer() });

export const verify = call({
  summary: 'Verify a slider challenge',
  description:
    'Send either the slider position (`x`, `track` and the `proof` of work, base-36 numbers joined by commas) or the `proof` of the alternative. `duration_ms` is ignored: the server measures the time itself.',
  errors: ['CAPTCHA_EXPIRED', 'CAPTCHA_FAILED'],

  body: Strict({
    challenge_id: Token,
    x: Type.Optional(Type.Number({ minimum: 0, maximum: CAPTCHA.width })),
    track: about(
      'Pointer positions: [x, y, milliseconds since the start].',
      Type.Optional(
        Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number({ minimum: 0 })]), {
          maxItems: 600,
        }),
      ),
    ),
    duration_ms: Type.Optional(Type.Number({ minimum: 0, maximum: CAPTCHA.patience })),
    input: Type.Optional(OneOf(CAPTCHA_INPUTS)),
    proof: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  data: ticket,
});

export const extend = call({
  summary: 'Extend the time limit of a challenge',
  description:
    'Extends the time limit once, to one day in total, for people who need more time (WCAG 2.2.1).',
  errors: ['CAPTCHA_EXPIRED'],

  body: Strict({ challenge_id: Token }),
  data: Type.Object({ expires_in: Type.Integer() }),
});

export const alternative = call({
  summary: 'Use proof of work instead of the slider',
  description:
    'Replaces the picture with proof of work. Each failed challenge in the same scene lowers the difficulty.',

  body: Strict({
    scene: OneOf(CAPTCHA_SCENES),
    failed: Type.Optional(Type.Array(Token, { maxItems: 10 })),
  }),
  data: Type.Object({
    challenge_id: Type.String(),
    algorithm: Type.String(),
    challenge: Type.String(),
    salt: Type.String(),
    signature: Type.String(),
    max_number: Nullable(Type.Integer()),
    expires_in: Type.Integer(),
  }),
});
