import { APP_STATUSES, REVIEW_STATUSES } from '@yunduo/validation';
import { Moment, Nullable, OneOf, Strict, Type } from './define.ts';

/** The signed-in developer's apps, the newest change first. */
export const devAppList = {
  query: Strict({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        app_key: Type.String(),
        name: Type.String(),
        intro: Type.String(),
        logo: Nullable(Type.String()),
        status: OneOf(APP_STATUSES),
        /** Of the newest version that is not live yet; null when there is none. */
        review_status: Nullable(OneOf(REVIEW_STATUSES)),
        /** The live version, or the newest one. */
        version: Nullable(Type.String()),
        due_at: Nullable(Moment),
        download_num: Type.Integer(),
        human_download_num: Type.String(),
        updated_at: Moment,
      }),
    ),
    total: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
  }),
};
