import { expect, test } from '@jest/globals';
import { appDetail } from '../../../testing/apps.ts';
import { softwareApplication } from './software-application.ts';

test('describes the app as SoftwareApplication, with an offer only if it is free', () => {
  expect(softwareApplication(appDetail())).toMatchObject({
    '@type': 'SoftwareApplication',
    name: 'Redis',
    softwareVersion: '8.4.0',
    operatingSystem: 'Debian 11+, Ubuntu 20.04+',
    author: { '@type': 'Organization', name: 'Redis Ltd.' },
    offers: { '@type': 'Offer', price: 0, priceCurrency: 'CNY' },
  });
  expect(softwareApplication(appDetail({ free: false }))).not.toHaveProperty('offers');
});
