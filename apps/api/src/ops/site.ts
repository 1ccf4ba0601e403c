import { BRAND } from '@yunduo/validation';
import type { siteSettings } from '../db/schema/content.ts';
import { changeSite } from '../modules/site/change.ts';
import { settingsOfSite } from '../modules/site/settings.ts';
import { email, line } from './arguments.ts';
import { OpsError, opsCommand } from './command.ts';

const brief = ({ name, slogan, recordNumber, supportEmail }: typeof siteSettings.$inferSelect) => ({
  name_zh: name.zh,
  name_en: name.en,
  slogan_zh: slogan.zh,
  slogan_en: slogan.en,
  record_number: recordNumber,
  support_email: supportEmail,
});
type Brand = ReturnType<typeof brief>;

interface Change {
  nameZh?: string;
  nameEn?: string;
  sloganZh?: string;
  sloganEn?: string;
  recordNumber?: string | false;
  supportEmail?: string;
}

export const siteCommands = [
  opsCommand<object, Brand>({
    name: 'site show',
    about: 'The brand: names, slogans, record number and support address',
    examples: ['site show'],
    run: async ({ context }) => brief(await settingsOfSite(context.db)),
  }),
  opsCommand<Change, Brand>({
    name: 'site change',
    about: 'Change the brand; pages and emails follow within seconds, without a restart',
    examples: ['site change --name-zh 云舵 --name-en Yunduo', 'site change --support-email help@example.com'],
    options: (command) =>
      command
        .option('--name-zh <text>', 'name in Chinese', line(BRAND.nameMax))
        .option('--name-en <text>', 'name in English', line(BRAND.nameMax))
        .option('--slogan-zh <text>', 'slogan in Chinese', line(BRAND.sloganMax))
        .option('--slogan-en <text>', 'slogan in English', line(BRAND.sloganMax))
        .option('--record-number <text>', 'number of the ICP record', line(BRAND.recordMax))
        .option('--no-record-number', 'show none')
        .option('--support-email <address>', 'support address', email),
    run: async ({ context, actor }, options) => {
      const { nameZh, nameEn, sloganZh, sloganEn, recordNumber, supportEmail } = options;
      const change = {
        name: { ...(nameZh && { zh: nameZh }), ...(nameEn && { en: nameEn }) },
        slogan: { ...(sloganZh && { zh: sloganZh }), ...(sloganEn && { en: sloganEn }) },
        ...(recordNumber === false
          ? { recordNumber: null }
          : typeof recordNumber === 'string' && { recordNumber }),
        supportEmail,
      };
      const named =
        [nameZh, nameEn, sloganZh, sloganEn, supportEmail].some(Boolean) || 'recordNumber' in change;
      if (!named) throw new OpsError('nothing to change was named');
      return brief(await changeSite(context, actor, change));
    },
  }),
];
