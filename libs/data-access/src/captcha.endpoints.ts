import { captcha } from '@yunduo/api-contract';
import { api } from './api.ts';
import { mutationOf } from './base-query.ts';

/** The slider and its alternative. All are mutations: a challenge is never shared or cached. */
export const captchaApi = api.injectEndpoints({
  endpoints: (build) => ({
    captchaChallenge: mutationOf(build, captcha.challenge),
    captchaVerify: mutationOf(build, captcha.verify),
    captchaExtend: mutationOf(build, captcha.extend),
    captchaAlternative: mutationOf(build, captcha.alternative),
  }),
});

export const {
  useCaptchaChallengeMutation,
  useCaptchaVerifyMutation,
  useCaptchaExtendMutation,
  useCaptchaAlternativeMutation,
} = captchaApi;
