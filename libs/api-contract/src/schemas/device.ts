import { about, call, model, Empty, Line, Moment, Strict, Token, Type } from './define.ts';
import { Session } from './auth.ts';

const UserCode = Line(40);

export const begin = call({
  summary: 'Start device sign-in',
  description:
    'For clients that must not see a password (RFC 8628). Show `user_code` and `verification_uri`, or open `verification_uri_complete`, then poll `/user_device/token`. `device_name` and `system` are shown to the user and name the session.',

  body: Strict({
    device_name: about('Name of the device: one line of up to 40 characters.', Line(200)),
    system: about('Operating system and version: up to 40 characters of one line.', Line(200)),
  }),
  data: Type.Object({
    device_code: about('The client’s secret for polling.', Type.String()),
    user_code: about('Code for the user to enter: eight consonants, such as `WDJB-MJHT`.', Type.String()),
    verification_uri: about('Link to the page in the requested language.', Type.String()),
    verification_uri_complete: about('The same page with the code filled in.', Type.String()),
    expires_in: about('Validity of both codes in seconds.', Type.Integer()),
    interval: about('Minimum seconds between polls.', Type.Integer()),
  }),
});

export const token = call({
  summary: 'Poll for the device session',
  description:
    'DEVICE_PENDING, DEVICE_SLOW_DOWN, DEVICE_DENIED and DEVICE_EXPIRED correspond to `authorization_pending`, `slow_down`, `access_denied` and `expired_token` in RFC 8628. After the first two, poll again in `retry_after` seconds; each early poll adds 5 seconds. The other two are final. A used or unknown code is also DEVICE_EXPIRED. The session is returned once.',
  errors: ['DEVICE_DENIED', 'DEVICE_EXPIRED', 'DEVICE_PENDING', 'DEVICE_SLOW_DOWN'],

  body: Strict({ device_code: Token }),
  data: Session,
});

export const DeviceRequest = model(
  'DeviceRequest',
  about(
    'A device waiting to be signed in.',
    Type.Object({
      user_code: Type.String(),
      device_name: about('The name that the device reports.', Type.String()),
      system: about('Reported by the device.', Type.String()),
      network: about('IP address without the last part: `203.0.113.x`.', Type.String()),
      same_network: about('True if the device is on the same network as you.', Type.Boolean()),
      asked_at: Moment,
      expires_at: Moment,
    }),
  ),
);

export const lookup = call({
  summary: 'Look up a device by its code',
  errors: ['DEVICE_CODE_INVALID'],

  body: Strict({ user_code: UserCode }),
  data: DeviceRequest,
});

export const allow = call({
  summary: 'Allow a device to sign in',
  description:
    'The device receives its session with the next poll, provided that the session that allowed it is still valid. Repeating the call has the same result.',
  errors: ['DEVICE_CODE_INVALID'],

  body: Strict({ user_code: UserCode }),
  data: Empty,
});

export const deny = call({
  summary: 'Deny a device',
  description: 'Repeating the call has the same result.',
  errors: ['DEVICE_CODE_INVALID'],

  body: Strict({ user_code: UserCode }),
  data: Empty,
});
