import type { Words } from '@yunduo/i18n';
import type { device as zh } from '../zh/device.ts';

export const device = {
  title: 'Device sign-in',
  description: 'Enter the code that your device shows to sign it in to your account.',
  steps: {
    heading: 'How device sign-in works',
    sign_in: 'Sign in here',
    sign_in_text: 'Use this browser. The device needs no password.',
    code: 'Check the code',
    code_text: 'It must match the one on your device.',
    allow: 'Allow the device',
    allow_text: 'Allow it only if it is yours. It then signs in within seconds.',
  },
  enter: {
    lead: 'Enter the code shown on your device. You can review the device before you allow it.',
    code: 'Device code',
    hint: '8 letters, such as WDJB-MJHT, in upper or lower case',
    from_link: 'The link filled in the code. Compare it with your device before you continue.',
    submit: 'Continue',
    busy: 'Looking it up',
  },
  sign_in: {
    lead: 'Sign in first, then enter the code that your device shows.',
    go: 'Sign in',
  },
  ask: {
    heading: 'Allow this device?',
    lead: 'It will be signed in to your account.',
    lead_email: 'It will be signed in to {{email}}.',
    name: 'Device',
    name_note: 'provided by the device',
    system: 'System',
    network: 'Network',
    same_network: 'same as yours',
    other_network: 'different from yours',
    code: 'Code',
    warning_title: 'Allow only a device that you are using yourself',
    warning: 'If someone sent or read this code to you, deny it. Our staff never ask for a device code.',
    warning_network:
      'It is on a different network. Deny it, unless you are using that device somewhere else yourself.',
    allow: 'Allow',
    allowing: 'Allowing',
    deny: 'Deny',
    denying: 'Denying',
    again: 'Enter the code again',
  },
  allowed: {
    heading: 'Sign-in allowed',
    lead: 'Go back to “{{name}}”. It signs in within a few seconds. Stay signed in here until then.',
    sessions: 'View signed-in devices',
  },
  denied: {
    heading: 'Sign-in denied',
    lead: '“{{name}}” was not signed in. If you did not start this, you need to do nothing else.',
    again: 'Enter another code',
  },
} satisfies Words<typeof zh>;
