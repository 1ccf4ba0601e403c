import { about, call, model, Empty, Line, Moment, Strict, Token, Type } from './define.ts';
import { Session } from './auth.ts';

const UserCode = Line(40);

export const begin = call({
  summary: 'Ask for a device to be signed in',
  description:
    'For clients that must not see a password (RFC 8628): show `user_code` and `verification_uri`, or lead to `verification_uri_complete`, then poll `/user_device/token`. `device_name` and `system` are what the person is shown, and what the session is called afterwards.',

  body: Strict({
    device_name: about('What people call the device: up to 40 characters of one line.', Line(200)),
    system: about('Operating system and version: up to 40 characters of one line.', Line(200)),
  }),
  data: Type.Object({
    device_code: about('Secret of the client: what it polls with.', Type.String()),
    user_code: about('What the person types: eight consonants, such as `WDJB-MJHT`.', Type.String()),
    verification_uri: about('The page for it, in the language that was asked for.', Type.String()),
    verification_uri_complete: about('The same page with the code filled in.', Type.String()),
    expires_in: about('Seconds that both codes live.', Type.Integer()),
    interval: about('Seconds between two polls, at least.', Type.Integer()),
  }),
});

export const token = call({
  summary: 'Poll for the session of a device',
  description:
    'DEVICE_PENDING is `authorization_pending` of RFC 8628, DEVICE_SLOW_DOWN `slow_down`, DEVICE_DENIED `access_denied`, DEVICE_EXPIRED `expired_token` (also for a code that was used or never given out). The first two go on; `retry_after` says after how many seconds, five more for each poll that came too early. The other two end it. A session is answered once.',
  errors: ['DEVICE_DENIED', 'DEVICE_EXPIRED', 'DEVICE_PENDING', 'DEVICE_SLOW_DOWN'],

  body: Strict({ device_code: Token }),
  data: Session,
});

export const DeviceRequest = model(
  'DeviceRequest',
  about(
    'A device that asks to be signed in.',
    Type.Object({
      user_code: Type.String(),
      device_name: about('As the device calls itself.', Type.String()),
      system: about('As the device says.', Type.String()),
      network: about('Where it asked from, without the last part: `203.0.113.x`.', Type.String()),
      same_network: about('It asked from the network that reads this.', Type.Boolean()),
      asked_at: Moment,
      expires_at: Moment,
    }),
  ),
);

export const lookup = call({
  summary: 'Read which device asks with a code',
  errors: ['DEVICE_CODE_INVALID'],

  body: Strict({ user_code: UserCode }),
  data: DeviceRequest,
});

export const allow = call({
  summary: "Let a device sign in to the caller's account",
  description:
    'The session opens with the next poll of the device, if the session that allowed it still lives. Sent again, it is answered the same.',
  errors: ['DEVICE_CODE_INVALID'],

  body: Strict({ user_code: UserCode }),
  data: Empty,
});

export const deny = call({
  summary: 'Turn a device away',
  description: 'Sent again, it is answered the same.',
  errors: ['DEVICE_CODE_INVALID'],

  body: Strict({ user_code: UserCode }),
  data: Empty,
});
