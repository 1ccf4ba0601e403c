import { endpoint, idempotent } from '../endpoint.ts';
import type * as center from '../schemas/dev-center.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/publishing.ts';

export const devApp = {
  list: endpoint<ShapeOf<typeof schemas.devAppList>>('GET', '/dev_app/list', 'developer'),
  checkName: endpoint<ShapeOf<typeof schemas.checkName>>('GET', '/dev_app/check_name', 'developer'),
  detail: endpoint<ShapeOf<typeof schemas.devAppDetail>>('GET', '/dev_app/detail', 'owner'),
  difference: endpoint<ShapeOf<typeof schemas.difference>>('GET', '/dev_app/difference', 'owner'),
  timeline: endpoint<ShapeOf<typeof schemas.timeline>>('GET', '/dev_app/timeline', 'owner'),
  save: idempotent(endpoint<ShapeOf<typeof schemas.save>>('POST', '/dev_app/save', 'developer')),
  uploadLogo: endpoint<ShapeOf<typeof schemas.uploadLogo> & { body: FormData }>(
    'POST',
    '/dev_app/upload_logo',
    'owner',
    'form',
  ),
  uploadScreenshot: endpoint<ShapeOf<typeof schemas.uploadScreenshot> & { body: FormData }>(
    'POST',
    '/dev_app/upload_screenshot',
    'owner',
    'form',
  ),
  versionSave: idempotent(
    endpoint<ShapeOf<typeof schemas.versionSave>>('POST', '/dev_app/version_save', 'owner'),
  ),
  submit: idempotent(endpoint<ShapeOf<typeof schemas.submit>>('POST', '/dev_app/submit', 'owner')),
  revoke: idempotent(endpoint<ShapeOf<typeof schemas.revoke>>('POST', '/dev_app/revoke', 'owner')),
  appeal: idempotent(endpoint<ShapeOf<typeof schemas.appeal>>('POST', '/dev_app/appeal', 'owner')),
  /**
   * An app or version that was never submitted can be deleted; others are withdrawn, yanked or unpublished.
   */
  versionDelete: idempotent(
    endpoint<ShapeOf<typeof schemas.versionDelete>>('POST', '/dev_app/version_delete', 'owner'),
  ),
  appDelete: idempotent(endpoint<ShapeOf<typeof schemas.appDelete>>('POST', '/dev_app/delete', 'owner')),
  suggestionAnswer: endpoint<ShapeOf<typeof schemas.suggestionAnswer>>(
    'POST',
    '/dev_app/suggestion_answer',
    'owner',
  ),
  release: idempotent(endpoint<ShapeOf<typeof schemas.release>>('POST', '/dev_app/release', 'owner')),
  yank: idempotent(endpoint<ShapeOf<typeof schemas.yank>>('POST', '/dev_app/yank', 'owner')),
  unpublish: idempotent(endpoint<ShapeOf<typeof schemas.unpublish>>('POST', '/dev_app/unpublish', 'owner')),
  replace: idempotent(endpoint<ShapeOf<typeof schemas.replace>>('POST', '/dev_app/replace', 'owner')),
  relist: idempotent(endpoint<ShapeOf<typeof schemas.relist>>('POST', '/dev_app/relist', 'owner')),
  stats: endpoint<ShapeOf<typeof center.stats>>('GET', '/dev_app/stats', 'owner'),
  previewToken: endpoint<ShapeOf<typeof center.previewToken>>('POST', '/dev_app/preview_token', 'owner'),
  preview: endpoint<ShapeOf<typeof center.preview>>('GET', '/dev_app/preview', 'public'),
  reviewWait: endpoint<ShapeOf<typeof center.reviewWait>>('GET', '/dev_app/review_wait', 'public'),
};
