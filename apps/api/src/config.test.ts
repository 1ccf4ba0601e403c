import { generateKeyPairSync } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, isGuessable, newSigningKey, readConfig } from './config.ts';

const problems = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
};
const SECRET = 'kD3vPz8Qm1LxW7uYb5Nc0RtGa9Hs2JfE';
const production = {
  APP_MODE: 'production',
  DATABASE_URL: 'postgres://db/yunduo',
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'Yunduo <no-reply@yunduo.example>',
  SIGNING_KEY: SECRET,
  ORIGIN: 'https://yunduo.example/',
};

describe('Configuration', () => {
  test('has defaults for everything outside of production', () => {
    expect({ ...readConfig({}), dataDir: '.data' }).toMatchSnapshot();
    expect(readConfig({ PORT: '', TRUST_PROXY: ' ' })).toMatchObject({ port: 4310, trustProxy: false });
  });

  test.each(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])(
    'logs at the level %s',
    (level) => {
      expect(readConfig({ LOG_LEVEL: level }).logLevel).toBe(level);
    },
  );

  test('reads SECOND_OPERATOR_ABOVE in whole yuan', () => {
    const above = (value?: string) => readConfig({ SECOND_OPERATOR_ABOVE: value }).secondOperatorAbove;
    expect([above(), above(''), above('0'), above('2500'), above('off')]).toEqual([
      1_000_000,
      1_000_000,
      0,
      250_000,
      null,
    ]);
    for (const wrong of ['-1', '1e3', '99.50', '¥100', 'none', '20000001']) {
      expect(problems({ SECOND_OPERATOR_ABOVE: wrong })).toEqual([
        expect.stringMatching(/^SECOND_OPERATOR_ABOVE must be a sum in whole yuan/),
      ]);
    }
  });

  test('reads payment providers, and names missing variables and invalid keys', () => {
    const pem = (type: 'spki' | 'pkcs8' | 'pkcs1') => {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const key = type === 'spki' ? publicKey : privateKey;
      return String(key.export({ type: type as 'pkcs8', format: 'pem' }));
    };
    const alipay = { ALIPAY_APP_ID: '1', ALIPAY_PRIVATE_KEY: pem('pkcs8'), ALIPAY_PUBLIC_KEY: pem('spki') };
    expect(readConfig({}).payments).toEqual({ alipay: null, wechatPay: null, stripe: null });
    // As PEM, on one line, and as the bare base64 of Alipay's tool, which makes private keys of two formats.
    const line = (key: string) => key.replaceAll('\n', '\\n');
    const bare = (key: string) => key.replaceAll(/-----.*-----|\n/g, '');
    for (const given of [alipay, { ...alipay, ALIPAY_PRIVATE_KEY: pem('pkcs1') }])
      for (const as of [String, line, bare]) {
        const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, as(value)]));
        expect(readConfig(env).payments.alipay?.privateKey).toMatch(/^-----BEGIN RSA PRIVATE KEY-----/);
      }
    expect(problems({ ...alipay, ALIPAY_PUBLIC_KEY: '' })).toEqual([
      'ALIPAY_PUBLIC_KEY must be set where ALIPAY_APP_ID is',
    ]);
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    for (const wrong of ['x', pem('spki'), String(short.export({ type: 'pkcs8', format: 'pem' }))])
      expect(problems({ ...alipay, ALIPAY_PRIVATE_KEY: wrong })).toEqual([
        'ALIPAY_PRIVATE_KEY must be an RSA key of 2048 bits or more, as PEM or as its base64',
      ]);
    expect(problems({ STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'secret' })).toEqual([
      'STRIPE_SECRET_KEY must begin with sk_live_, rk_live_, sk_test_ or rk_test_',
      'STRIPE_WEBHOOK_SECRET must begin with whsec_',
    ]);
    expect(problems({ WECHAT_PAY_API_KEY: 'short' })).toHaveLength(6);
  });

  test('reads ports, and the length of a key, up to their limits', () => {
    const ports = (PORT: string, METRICS_PORT: string) => readConfig({ PORT, METRICS_PORT });
    expect(ports('0', '1')).toMatchObject({ port: 0, metricsPort: 1 });
    expect(ports('65535', '65535')).toMatchObject({ port: 65_535, metricsPort: 65_535 });
    expect(readConfig({}).metricsPort).toBeNull();
    for (const [PORT, METRICS_PORT] of [
      ['-1', '0'],
      ['65536', '65536'],
      ['80.5', 'x'],
    ] as const)
      expect(problems({ PORT, METRICS_PORT })).toEqual([
        'PORT must be a number from 0 to 65535',
        'METRICS_PORT must be a number from 1 to 65535',
      ]);
    const key = newSigningKey().slice(0, 32);
    expect(readConfig({ SIGNING_KEY: key, LICENCE_KEYS: key })).toMatchObject({
      signingKey: key,
      licenceKeys: [key],
    });
    expect(problems({ SIGNING_KEY: key.slice(1), LICENCE_KEYS: key.slice(1) })).toHaveLength(2);
  });

  test('reads the widget and the links', () => {
    const env = { WIDGET_SRC: 'https://w.example/w.js', WIDGET_APP_ID: 'a1' };
    expect(readConfig(env).widget).toEqual({ src: env.WIDGET_SRC, appId: 'a1', mode: 'frame' });
    expect(readConfig({ ...env, WIDGET_MODE: 'page' }).widget?.mode).toBe('page');
    expect(readConfig({ WIDGET_APP_ID: 'a1' }).widget).toBeNull();
    const [LINK_DEMO, LINK_FORUM, LINK_DEV_DOCS] = ['demo', 'bbs', 'docs'].map(
      (name) => `https://${name}.example/`,
    );
    expect(readConfig({ LINK_DEMO, LINK_FORUM, LINK_DEV_DOCS }).links).toEqual({
      demo: LINK_DEMO,
      forum: LINK_FORUM,
      devDocs: LINK_DEV_DOCS,
    });
  });

  test('reads LICENCE_KEYS newest first, and rejects a short one', () => {
    const [newer, older] = [newSigningKey(), newSigningKey()];
    expect(readConfig({ LICENCE_KEYS: ` ${newer} ,${older},` }).licenceKeys).toEqual([newer, older]);
    expect(readConfig({}).licenceKeys).toEqual([]);
    expect(problems({ LICENCE_KEYS: `${newer},short` })).toEqual([
      'LICENCE_KEYS must be secrets of at least 32 characters, newest first, joined by commas',
    ]);
  });

  test('requires a staff factor in production, elsewhere only if set', () => {
    expect(readConfig(production).staffFactor).toBe(true);
    for (const APP_MODE of ['trial', 'test']) expect(readConfig({ APP_MODE }).staffFactor).toBe(false);
    expect(readConfig({ STAFF_FACTOR: 'required' }).staffFactor).toBe(true);
    expect(readConfig({ ...production, STAFF_FACTOR: 'optional' }).staffFactor).toBe(false);
    expect(problems({ STAFF_FACTOR: 'yes' })).toEqual(['STAFF_FACTOR must be one of required, optional']);
  });

  test('reads FILES_STORE as one URL, with or without TLS, credentials and prefix', () => {
    expect(readConfig({}).fileStore).toBeNull();
    expect(
      readConfig({
        FILES_STORE: 's3://AK:se%2Fcret@s3.example.com/yunduo/site/files?region=cn-north-1&style=host',
      }).fileStore,
    ).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'cn-north-1',
      bucket: 'yunduo',
      prefix: 'site/files/',
      pathStyle: false,
      credentials: { accessKeyId: 'AK', secretAccessKey: 'se/cret' },
    });
    expect(readConfig({ FILES_STORE: 's3+http://10.0.0.7:9000/yunduo' }).fileStore).toEqual({
      endpoint: 'http://10.0.0.7:9000',
      region: 'us-east-1',
      bucket: 'yunduo',
      prefix: '',
      pathStyle: true,
      credentials: null,
    });
    for (const wrong of [
      's3://host',
      's3://host/bucket?style=odd',
      's3://host/bucket?regoin=cn-north-1',
      's3://host/bucket#files',
      's3://key@host/bucket',
      's3://key:100%@host/bucket',
      's3://',
      's3://h%zz/bucket',
      'https://host/bucket',
    ]) {
      expect([wrong, problems({ FILES_STORE: wrong }).map((line) => line.split(' ')[0])]).toEqual([
        wrong,
        ['FILES_STORE'],
      ]);
    }
  });

  test('reports each invalid variable on its own line, without its value', () => {
    const lines = problems({
      APP_MODE: 'live',
      PORT: 'http',
      ORIGIN: 'yunduo',
      DATABASE_URL: 'mysql://root:secret@db',
      SMTP_URL: 'mail',
      MAIL_FROM: 'a@b.c\r\nBcc: d@e.f',
      SIGNING_KEY: 'short',
      HANDOVER_TARGETS: 'javascript:alert(1)',
      WIDGET_SRC: 'https://widget.example/w.js',
      WIDGET_MODE: 'inline',
      TRUST_PROXY: 'yes',
      LOG_LEVEL: 'loud',
    });
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
      'APP_MODE',
      'DATABASE_URL',
      'HANDOVER_TARGETS',
      'LOG_LEVEL',
      'MAIL_FROM',
      'ORIGIN',
      'PORT',
      'SIGNING_KEY',
      'SMTP_URL',
      'TRUST_PROXY',
      'WIDGET_APP_ID',
      'WIDGET_MODE',
    ]);
    expect(lines.join()).not.toContain('secret');
  });

  test('requires database, mail server, sender, key and origin in production', () => {
    expect(problems(production)).toEqual([]);
    expect(problems({ APP_MODE: 'production' }).map((line) => line.split(' ')[0])).toEqual([
      'SIGNING_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'ORIGIN',
      'DATABASE_URL',
    ]);
    expect(problems({ ...production, DATABASE_URL: '' })[0]).toContain('ALLOW_PGLITE=1');
    expect(problems({ ...production, DATABASE_URL: '', ALLOW_PGLITE: '1' })).toEqual([]);
    expect(
      problems({ ...production, HANDOVER_TARGETS: 'https://bbs.example/sso, https://wiki.example' }),
    ).toEqual([]);
    for (const target of [
      'http://bbs.example',
      'https://a@bbs.example',
      'https://bbs.example/?a=1',
      'https://bbs.example/#a',
      'bbs.example',
    ])
      expect(problems({ ...production, HANDOVER_TARGETS: target })).toHaveLength(1);
  });

  test('allows WEBHOOK_LOOPBACK only outside of production', () => {
    expect(readConfig({}).webhookLoopback).toBe(false);
    expect(readConfig({ APP_MODE: 'test', WEBHOOK_LOOPBACK: 'on' }).webhookLoopback).toBe(true);
    expect(problems({ ...production, WEBHOOK_LOOPBACK: 'on' })).toEqual([
      expect.stringContaining('WEBHOOK_LOOPBACK must not be on when APP_MODE=production'),
    ]);
    expect(problems({ WEBHOOK_LOOPBACK: 'yes' })).toHaveLength(1);
  });

  test('reads a secret from the file that <name>_FILE names, without its final line break', () => {
    const folder = mkdtempSync(join(tmpdir(), 'yunduo-secrets-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    try {
      const [newer, older] = [newSigningKey(), newSigningKey()];
      const inFiles = {
        DATABASE_URL: 'postgres://yunduo:secret@db/yunduo',
        DATABASE_REPLICA_URL: 'postgres://yunduo:secret@replica/yunduo',
        FILES_STORE: 's3://key:secret@s3.example.com/yunduo',
        SMTP_URL: 'smtps://user:secret@mail.example.com:465',
        SIGNING_KEY: SECRET,
        LICENCE_KEYS: `${newer},${older}`,
      };
      const rest = Object.fromEntries(Object.entries(production).filter(([name]) => !(name in inFiles)));
      const named = Object.entries(inFiles).map(([name, text]) => [`${name}_FILE`, file(name, `${text}\n`)]);
      expect(readConfig({ ...rest, ...Object.fromEntries(named) })).toEqual(
        readConfig({ ...rest, ...inFiles }),
      );
      expect(problems({ ...production, SIGNING_KEY_FILE: file('other', SECRET) })).toEqual([
        'SIGNING_KEY_FILE and SIGNING_KEY must not both be set',
      ]);
      expect(problems({ SIGNING_KEY_FILE: join(folder, 'missing') })).toEqual([
        'SIGNING_KEY_FILE names a file that cannot be read (ENOENT)',
      ]);
      expect(problems({ SIGNING_KEY_FILE: file('empty', '\n') })).toEqual([
        'SIGNING_KEY_FILE names an empty file',
      ]);
      expect(problems({ SIGNING_KEY_FILE: file('short', 'short') })).toEqual([
        'SIGNING_KEY must have at least 32 characters',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  // Each is refused by one rule alone.
  test.each([
    '7Q2X9K47X2Q9K4X7Q2K9X47K2Q9X4K7X2Q9',
    'yunduo-production-yunduo-production-',
    '0123456789abcdefghijklmnopqrstuvwxyz',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    '11112222333344445555666677778888',
    'CHANGE_ME_before_you_start_this_server_please',
    'changeme said the server to its keeper',
    'change-me said the server to its keeper',
    'change me said the server to its keeper',
    'put-your-secret-here-and-start-the-server',
    'put_your_signing_words_here_and_start_it',
    'put your key here then start the server',
    'yourkey-goes-here-then-start-the-server',
    'my very own password of this machine in 2026',
    'a placeholder until we have a good secret',
    'qwertyuiopasdfghjklzxcvbnm1234567890',
  ])('rejects a guessable secret in every mode, without repeating it: %s', (secret) => {
    for (const APP_MODE of ['trial', 'production'])
      for (const name of ['SIGNING_KEY', 'LICENCE_KEYS']) {
        const lines = problems({ ...production, APP_MODE, [name]: secret });
        expect(lines).toEqual([expect.stringMatching(`^${name} can be guessed`)]);
        expect(lines[0]).not.toContain(secret);
      }
  });

  test.each([
    ['eight different signs', 'K7Q2X9M4K2Q9X7M4Q2K9X4M7Q9K2X7M4Q7'],
    ['a repetition that does not go on to the end', 'yunduo-production-yunduo-prod-7Q2X'],
    ['half of its signs in order', '0123456789abcdefgh7k2x9q4mzw5r8t1'],
  ])('accepts a secret with %s', (_, secret) => {
    expect(problems({ ...production, SIGNING_KEY: secret })).toEqual([]);
  });

  test('accepts generated secrets in base64 and hexadecimal', () => {
    for (let round = 0; round < 500; round += 1) {
      const made = [randomBytes(48).toString('base64'), randomBytes(32).toString('hex'), newSigningKey()];
      expect(made.filter(isGuessable)).toEqual([]);
    }
  });

  test('reads TRUST_PROXY as a number or as addresses', () => {
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
    expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(readConfig({ TRUST_PROXY: '10.0.0.1/32,fd00::/128' }).trustProxy).toHaveLength(2);
    for (const wrong of ['10.0.0.0/99', '10.0.0.0/33', '10.0.0.0/0', 'fd00::/129', '10.0.0.0/8/8'])
      expect(problems({ TRUST_PROXY: wrong })).toEqual([expect.stringMatching(/^TRUST_PROXY must be/)]);
  });

  test.each([
    ['HTTPS://Shop.Example', 'https://shop.example'],
    ['https://shop.example:443//', 'https://shop.example'],
    ['https:shop.example', 'https://shop.example'],
    ['http://shop.example:8080/', 'http://shop.example:8080'],
  ])('reads the address %s as %s', (ORIGIN, origin) => {
    expect(readConfig({ ORIGIN, FILES_URL: `${ORIGIN}/files/` })).toMatchObject({
      origin,
      filesUrl: expect.stringMatching(`^${origin}/+files$`),
    });
  });

  test('rejects an ORIGIN with a path', () => {
    expect(problems({ ORIGIN: 'https://a.example/shop' })).toEqual([
      expect.stringMatching(/^ORIGIN must have no path/),
    ]);
  });

  test.each(['https://a.example?x', 'https://a.example/#y', 'https://a.example/?', 'https://me@a.example'])(
    'rejects a URL that paths cannot be appended to: %s',
    (wrong) => {
      for (const name of ['ORIGIN', 'FILES_URL'])
        expect(problems({ [name]: wrong })).toEqual([expect.stringContaining(`${name} must have no query`)]);
    },
  );
});
