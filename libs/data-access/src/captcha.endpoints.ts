import { captcha, type DataOf, type InputOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/** The slider and its alternative. All are mutations: a challenge is never shared or cached. */
export const captchaApi = api.injectEndpoints({
  endpoints: (build) => ({
    captchaChallenge: build.mutation<DataOf<typeof captcha.challenge>, InputOf<typeof captcha.challenge>>({
      query: (input) => call(captcha.challenge, input),
    }),
    captchaVerify: build.mutation<DataOf<typeof captcha.verify>, InputOf<typeof captcha.verify>>({
      query: (input) => call(captcha.verify, input),
    }),
    captchaExtend: build.mutation<DataOf<typeof captcha.extend>, InputOf<typeof captcha.extend>>({
      query: (input) => call(captcha.extend, input),
    }),
    captchaAlternative: build.mutation<
      DataOf<typeof captcha.alternative>,
      InputOf<typeof captcha.alternative>
    >({ query: (input) => call(captcha.alternative, input) }),
  }),
});

export const {
  useCaptchaChallengeMutation,
  useCaptchaVerifyMutation,
  useCaptchaExtendMutation,
  useCaptchaAlternativeMutation,
} = captchaApi;
