import { userDevice, type DataOf, type DeviceRequest, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/**
 * Device sign-in from the owner's page; the device makes the other calls. Responses are not cached: a code
 * lives for minutes.
 */
export const deviceApi = api.injectEndpoints({
  endpoints: (build) => ({
    deviceLookup: build.mutation<DeviceRequest, InputOf<typeof userDevice.lookup>>({
      query: (input) => call(userDevice.lookup, input),
    }),
    deviceAllow: build.mutation<DataOf<typeof userDevice.allow>, InputOf<typeof userDevice.allow>>({
      query: (input) => call(userDevice.allow, input),
      // "Recent activity" shows it at once. The session starts with the device's next poll, and the list is
      // requested again when it is opened.
      invalidatesTags: (_answer, error) => (error ? [] : ['Session']),
    }),
    deviceDeny: build.mutation<DataOf<typeof userDevice.deny>, InputOf<typeof userDevice.deny>>({
      query: (input) => call(userDevice.deny, input),
      invalidatesTags: (_answer, error) => (error ? [] : ['Session']),
    }),
  }),
});

export const { useDeviceLookupMutation, useDeviceAllowMutation, useDeviceDenyMutation } = deviceApi;
