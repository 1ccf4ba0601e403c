import { describe, expect, test } from '@jest/globals';
import { captcha, order } from '@yunduo/api-contract';
import { captchaSchemas, orderSchemas } from '@yunduo/api-contract/schemas';
import type { FastifyRequest } from 'fastify';
import { refusals, type RefusalMessage } from '../http/error-handler.ts';
import { testApp } from '../testing/app.ts';
import { errorCodesOf, published, type OpenApiDocument } from './openapi.ts';

const answer = (schema: unknown) => ({ 200: { content: { 'application/json': { schema } } } });
const call = (more: object) => ({ tags: ['site'], 'x-access': 'public', ...more });
const documentOf = (paths: Record<string, unknown>): OpenApiDocument =>
  ({ openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths }) as OpenApiDocument;
const schemaOf = (document: OpenApiDocument, path: string): unknown =>
  (document.paths?.[path]?.['get']?.responses as ReturnType<typeof answer>)[200].content['application/json']
    .schema;

describe('Published OpenAPI document', () => {
  const person = {
    title: 'Person',
    type: 'object',
    description: 'Somebody.',
    properties: { name: { type: 'string' } },
  };

  test('has a named schema once, with a description at each use', () => {
    const document = published(
      documentOf({
        '/api/one': { get: call({ responses: answer(person) }) },
        '/api/two': {
          get: call({ responses: answer({ type: 'array', items: { ...person, $comment: 'Who paid.' } }) }),
        },
      }),
      'public',
    );
    const { title, ...rest } = person;
    expect(document.components?.schemas?.[title]).toEqual(rest);
    expect(schemaOf(document, '/api/one')).toEqual({ $ref: '#/components/schemas/Person' });
    expect(schemaOf(document, '/api/two')).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Person', description: 'Who paid.' },
    });
  });

  test('throws if two schemas have one name', () => {
    const other = { ...person, description: 'Somebody else.' };
    const paths = {
      '/api/one': { get: call({ responses: answer(person) }) },
      '/api/two': { get: call({ responses: answer(other) }) },
    };
    expect(() => published(documentOf(paths), 'public')).toThrow('two schemas are called Person');
  });

  test('keeps a field called title, and writes tuples for OpenAPI 3.1', () => {
    const titled = { type: 'object', properties: { title: { type: 'string' } } };
    const pair = { type: 'array', items: [{ type: 'integer' }], additionalItems: false };
    const document = published(
      documentOf({
        '/api/one': { get: call({ responses: answer(titled) }) },
        '/api/two': { get: call({ responses: answer(pair) }) },
      }),
      'public',
    );
    expect(schemaOf(document, '/api/one')).toEqual(titled);
    expect(schemaOf(document, '/api/two')).toEqual({
      type: 'array',
      prefixItems: [{ type: 'integer' }],
      items: false,
    });
  });

  test.each(['operator', 'reviewer'])('excludes calls with %s access from the public document', (access) => {
    const raw = documentOf({
      '/api/open': { get: call({ responses: answer({}) }) },
      '/api/closed': { get: call({ 'x-access': access, responses: answer({}) }) },
    });
    expect(Object.keys(published(raw, 'public').paths ?? {})).toEqual(['/api/open']);
    expect(Object.keys(published(raw, 'operators').paths ?? {})).toEqual(['/api/closed']);
  });
});

describe('Error codes of a call', () => {
  test('follow from its declaration', () => {
    const codes = errorCodesOf({
      access: 'owner',
      proof: 'identity',
      endpoint: order.refundRequest,
      call: orderSchemas.refundRequest,
    });
    expect(codes).toEqual(
      expect.arrayContaining([
        'UNAUTHENTICATED',
        'PROOF_REQUIRED',
        'IDEMPOTENCY_CONFLICT',
        'VALIDATION_FAILED',
        'ORDER_NOT_FOUND',
      ]),
    );
    expect(codes).not.toContain('STAFF_FACTOR_REQUIRED');
    expect(errorCodesOf({ access: 'operator' })).toContain('STAFF_FACTOR_REQUIRED');
    // Build tokens get it on every call without a scope.
    expect(codes).toContain('FORBIDDEN');
    expect(
      errorCodesOf({ access: 'public', endpoint: captcha.verify, call: captchaSchemas.verify }),
    ).not.toContain('UNAUTHENTICATED');
    expect(
      errorCodesOf({ access: 'public', endpoint: captcha.verify, call: captchaSchemas.verify }),
    ).not.toContain('FORBIDDEN');
  });

  test('fail a test at its end if an undeclared one was returned', async () => {
    const api = await testApp();
    const config = { access: 'public', endpoint: captcha.verify, call: captchaSchemas.verify } as const;
    const routeOptions = { method: 'POST', url: '/api/captcha/verify', config };
    const request = { server: api.app, routeOptions } as unknown as FastifyRequest;
    refusals.publish({ code: 'CAPTCHA_FAILED', request } satisfies RefusalMessage);
    refusals.publish({ code: 'INVOICE_UNAVAILABLE', request } satisfies RefusalMessage);
    await expect(api.close()).rejects.toThrow(
      /do not declare: POST \/api\/captcha\/verify INVOICE_UNAVAILABLE$/,
    );
  });
});
