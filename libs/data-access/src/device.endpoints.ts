import { userDevice } from '@yunduo/api-contract';
import { api } from './api.ts';
import { mutationOf } from './base-query.ts';

/**
 * Device sign-in from the owner's page; the device makes the other calls. Responses are not cached: a code
 * lives for minutes.
 */
export const deviceApi = api.injectEndpoints({
  endpoints: (build) => ({
    deviceLookup: mutationOf(build, userDevice.lookup),
    deviceAllow: mutationOf(
      build,
      userDevice.allow,
      // "Recent activity" shows it at once. The session starts with the device's next poll, and the list is
      // requested again when it is opened.
      (_answer, error) => (error ? [] : ['Session']),
    ),
    deviceDeny: mutationOf(build, userDevice.deny, (_answer, error) => (error ? [] : ['Session'])),
  }),
});

export const { useDeviceLookupMutation, useDeviceAllowMutation, useDeviceDenyMutation } = deviceApi;
