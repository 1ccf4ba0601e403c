import { CAPTCHA, CAPTCHA_INPUTS, CAPTCHA_SCENES } from '@yunduo/validation';
import { about, call, Nullable, OneOf, Strict, Token, Type } from './define.ts';

export const challenge = call({
  summary: 'Ask for a slider challenge',

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
      'What the browser computes while somebody moves the piece: for each part, a number such that the SHA-256 of salt, part and number begins with 32 bits below `target` (`proof-of-work.ts`). `parts` of them are enough with the track of a hand, other ways prove `parts_without_track`. Missing where an earlier version drew the picture.',
      Type.Optional(
        Type.Object({
          algorithm: Type.String(),
          salt: about('16 bytes, hexadecimal.', Type.String()),
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
  summary: 'Answer a slider challenge',
  description:
    "Either the slider's answer (`x`, `track`, … and the `proof` of its work, numbers in base 36 joined by commas) or the alternative's (`proof`). `duration_ms` is not judged: times are the server's.",
  errors: ['CAPTCHA_EXPIRED', 'CAPTCHA_FAILED'],

  body: Strict({
    challenge_id: Token,
    x: Type.Optional(Type.Number({ minimum: 0, maximum: CAPTCHA.width })),
    track: about(
      'How the hand moved: [x, y, milliseconds since the start].',
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
  summary: 'Extend the time of a slider challenge',
  description: 'Somebody works on the picture: its time is extended once, to a day in all (WCAG 2.2.1).',
  errors: ['CAPTCHA_EXPIRED'],

  body: Strict({ challenge_id: Token }),
  data: Type.Object({ expires_in: Type.Integer() }),
});

export const alternative = call({
  summary: 'Ask for proof of work instead of the slider',
  description:
    'Proof of work instead of the picture, at any time. Failed challenges of the scene make the work cheaper.',

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
